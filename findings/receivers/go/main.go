package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-playground/form/v4"
	"github.com/gofiber/fiber/v3"
	"github.com/gorilla/mux"
	"github.com/gorilla/schema"
	"github.com/julienschmidt/httprouter"
	echo4 "github.com/labstack/echo/v4"
	"github.com/labstack/echo/v5"
)

// Age is the object, without its members where nothing was found.
type Age struct {
	Min string `json:"min,omitempty" schema:"min" form:"min" query:"min"`
}

// Query is the struct that binders fill.
type Query struct {
	A   []string `schema:"a" form:"a" query:"a"`
	Age Age      `schema:"age" form:"age" query:"age"`

	Items []Item `schema:"items" form:"items"`
}

type answer struct {
	Value any `json:"value"`
}

func write(w http.ResponseWriter, value any) {
	w.Header().Set("content-type", "application/json")
	json.NewEncoder(w).Encode(answer{value})
}

func decode(body io.Reader) any {
	var value any
	json.NewDecoder(body).Decode(&value)
	return value
}

func readList(w http.ResponseWriter, r *http.Request) { write(w, r.URL.Query()["a"]) }

func readBody(w http.ResponseWriter, r *http.Request) { write(w, decode(r.Body)) }

// bound answers with what a binder made of the query, and its error as each example does.
func bound(bind func(*Query, *http.Request) error, pick func(Query) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var query Query
		if err := bind(&query, r); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		write(w, pick(query))
	}
}

func list(query Query) any   { return query.A }
func object(query Query) any { return query.Age }

func useServeMux() http.Handler {
	router := http.NewServeMux()
	router.HandleFunc("POST /form/{name}", readForm)
	router.HandleFunc("POST /multipart", readParts)
	router.HandleFunc("GET /list", readList)
	router.HandleFunc("GET /x/{id}", func(w http.ResponseWriter, r *http.Request) { write(w, r.PathValue("id")) })
	router.HandleFunc("QUERY /query", readBody)
	return router
}

func useGorilla() http.Handler {
	decoder := schema.NewDecoder()
	bind := func(query *Query, r *http.Request) error { return decoder.Decode(query, r.URL.Query()) }
	router := mux.NewRouter()
	router.HandleFunc("/list", bound(bind, list)).Methods("GET")
	router.HandleFunc("/object", bound(bind, object)).Methods("GET")
	router.HandleFunc("/form/{name}", boundForm(func(query *Query, form url.Values) error { return decoder.Decode(query, form) })).Methods("POST")
	router.HandleFunc("/x/{id}", func(w http.ResponseWriter, r *http.Request) { write(w, mux.Vars(r)["id"]) }).Methods("GET")
	router.HandleFunc("/query", readBody).Methods("QUERY")
	return router
}

func useForm() http.Handler {
	decoder := form.NewDecoder()
	bind := func(query *Query, r *http.Request) error { return decoder.Decode(query, r.URL.Query()) }
	router := http.NewServeMux()
	router.HandleFunc("GET /list", bound(bind, list))
	router.HandleFunc("GET /object", bound(bind, object))
	router.HandleFunc("POST /form/{name}", boundForm(func(query *Query, values url.Values) error { return decoder.Decode(query, values) }))
	return router
}

func useChi() http.Handler {
	router := chi.NewRouter()
	router.Get("/list", readList)
	router.Get("/x/{id}", func(w http.ResponseWriter, r *http.Request) { write(w, chi.URLParam(r, "id")) })
	router.Query("/query", readBody)
	return router
}

func useHTTPRouter() http.Handler {
	router := httprouter.New()
	router.HandlerFunc("GET", "/list", readList)
	router.GET("/x/:id", func(w http.ResponseWriter, _ *http.Request, params httprouter.Params) { write(w, params.ByName("id")) })
	router.HandlerFunc("QUERY", "/query", readBody)
	return router
}

func useGin(bind bool) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.GET("/list", func(c *gin.Context) {
		if !bind {
			c.JSON(http.StatusOK, answer{c.QueryArray("a")})
			return
		}
		var query Query
		if err := c.BindQuery(&query); err == nil {
			c.JSON(http.StatusOK, answer{query.A})
		}
	})
	router.GET("/object", func(c *gin.Context) { c.JSON(http.StatusOK, answer{c.QueryMap("age")}) })
	router.POST("/form/:name", func(c *gin.Context) {
		var query Query
		if name := c.Param("name"); bind {
			if err := c.ShouldBind(&query); err != nil {
				c.AbortWithError(http.StatusBadRequest, err)
				return
			}
			c.JSON(http.StatusOK, answer{members[name](query)})
		} else if name == "age" {
			c.JSON(http.StatusOK, answer{c.PostFormMap(name)})
		} else {
			c.JSON(http.StatusOK, answer{c.PostFormArray(name)})
		}
	})
	router.POST("/multipart", func(c *gin.Context) {
		form, err := c.MultipartForm()
		if err != nil {
			c.AbortWithError(http.StatusBadRequest, err)
			return
		}
		c.JSON(http.StatusOK, answer{partsOf(form)})
	})
	router.GET("/x/:id", func(c *gin.Context) { c.JSON(http.StatusOK, answer{c.Param("id")}) })
	router.Handle("QUERY", "/query", func(c *gin.Context) { c.JSON(http.StatusOK, answer{decode(c.Request.Body)}) })
	return router
}

func useEcho() http.Handler {
	router := echo.New()
	router.POST("/form/:name", func(c *echo.Context) error {
		var query Query
		if err := c.Bind(&query); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{members[c.Param("name")](query)})
	})
	router.POST("/multipart", func(c *echo.Context) error {
		form, err := c.MultipartForm()
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{partsOf(form)})
	})
	router.GET("/list", func(c *echo.Context) error {
		var query Query
		if err := c.Bind(&query); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{query.A})
	})
	router.GET("/x/:id", func(c *echo.Context) error { return c.JSON(http.StatusOK, answer{c.Param("id")}) })
	router.Add("QUERY", "/query", func(c *echo.Context) error { return c.JSON(http.StatusOK, answer{decode(c.Request().Body)}) })
	return router
}

func useEcho4() http.Handler {
	router := echo4.New()
	router.POST("/form/:name", func(c echo4.Context) error {
		var query Query
		if err := c.Bind(&query); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{members[c.Param("name")](query)})
	})
	router.POST("/multipart", func(c echo4.Context) error {
		form, err := c.MultipartForm()
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{partsOf(form)})
	})
	router.GET("/list", func(c echo4.Context) error {
		var query Query
		if err := c.Bind(&query); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, answer{query.A})
	})
	router.GET("/x/:id", func(c echo4.Context) error { return c.JSON(http.StatusOK, answer{c.Param("id")}) })
	router.Add("QUERY", "/query", func(c echo4.Context) error { return c.JSON(http.StatusOK, answer{decode(c.Request().Body)}) })
	return router
}

func listenFiber(address string) error {
	app := fiber.New(fiber.Config{RequestMethods: append(fiber.DefaultMethods, "QUERY")})
	app.Get("/list", func(c fiber.Ctx) error {
		var query Query
		if err := c.Bind().Query(&query); err != nil {
			return err
		}
		return c.JSON(answer{query.A})
	})
	app.Get("/object", func(c fiber.Ctx) error {
		var query Query
		if err := c.Bind().Query(&query); err != nil {
			return err
		}
		return c.JSON(answer{query.Age})
	})
	app.Post("/form/:name", func(c fiber.Ctx) error {
		var query Query
		if err := c.Bind().Form(&query); err != nil {
			return err
		}
		return c.JSON(answer{members[c.Params("name")](query)})
	})
	app.Post("/multipart", func(c fiber.Ctx) error {
		form, err := c.MultipartForm()
		if err != nil {
			return err
		}
		return c.JSON(answer{partsOf(form)})
	})
	app.Get("/x/:id", func(c fiber.Ctx) error { return c.JSON(answer{c.Params("id")}) })
	app.Add([]string{"QUERY"}, "/query", func(c fiber.Ctx) error { return c.JSON(answer{decode(bytes.NewReader(c.Body()))}) })
	return app.Listen(address, fiber.ListenConfig{DisableStartupMessage: true})
}

func main() {
	address := "127.0.0.1:" + os.Getenv("PORT")
	routers := map[string]func() http.Handler{
		"servemux":   useServeMux,
		"gorilla":    useGorilla,
		"form":       useForm,
		"chi":        useChi,
		"httprouter": useHTTPRouter,
		"gin-bind":   func() http.Handler { return useGin(true) },
		"gin":        func() http.Handler { return useGin(false) },
		"echo":       useEcho,
		"echo4":      useEcho4,
	}
	if use, ok := routers[os.Args[1]]; ok {
		panic(http.ListenAndServe(address, use()))
	}
	panic(listenFiber(address))
}
