import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

@EnableAutoConfiguration
public class Spring {
    public record Answer(Object value) {}

    public static class Age {
        private String min;

        public String getMin() {
            return min;
        }

        public void setMin(String min) {
            this.min = min;
        }
    }

    public static class Item {
        private String p;
        private String q;

        public String getP() {
            return p;
        }

        public void setP(String p) {
            this.p = p;
        }

        public String getQ() {
            return q;
        }

        public void setQ(String q) {
            this.q = q;
        }
    }

    public static class Query {
        private List<String> a;
        private Age age;
        private List<Item> items;

        public List<Item> getItems() {
            return items;
        }

        public void setItems(List<Item> items) {
            this.items = items;
        }

        public List<String> getA() {
            return a;
        }

        public void setA(List<String> a) {
            this.a = a;
        }

        public Age getAge() {
            return age;
        }

        public void setAge(Age age) {
            this.age = age;
        }
    }

    @RestController
    public static class Routes {
        @GetMapping("/object")
        Answer object(@ModelAttribute Query query) {
            return new Answer(query.getAge());
        }

        @GetMapping("/x/{id}")
        Answer path(@PathVariable String id) {
            return new Answer(id);
        }

        @RequestMapping("/query")
        Answer query(@RequestBody Map<String, String> body) {
            return new Answer(body);
        }
    }

    @RestController
    public static class ByParameter {
        @GetMapping("/list")
        Answer list(@RequestParam(required = false) List<String> a) {
            return new Answer(a);
        }

        @PostMapping("/form/a")
        Answer form(@RequestParam(required = false) List<String> a) {
            return new Answer(a);
        }

        @PostMapping("/form/age")
        Answer formObject(@RequestParam(required = false) String age) {
            return new Answer(age);
        }

        @PostMapping("/form/items")
        Answer formItems(@RequestParam(required = false) List<String> items) {
            return new Answer(items);
        }

        @PostMapping("/multipart")
        Answer multipart(MultipartHttpServletRequest request) throws IOException {
            List<List<String>> files = new ArrayList<>();
            for (var entry : request.getMultiFileMap().entrySet())
                for (var file : entry.getValue())
                    files.add(Arrays.asList(entry.getKey(), file.getOriginalFilename(), file.getContentType(),
                        new String(file.getBytes(), StandardCharsets.UTF_8)));
            return new Answer(new TreeMap<>(Map.of("fields", request.getParameterMap(), "files", files)));
        }
    }

    @RestController
    public static class ByBean {
        @GetMapping("/list")
        Answer list(@ModelAttribute Query query) {
            return new Answer(query.getA());
        }

        @PostMapping("/form/{name}")
        Answer form(@ModelAttribute Query query, @PathVariable String name) {
            return new Answer(switch (name) {
                case "a" -> query.getA();
                case "age" -> query.getAge();
                default -> query.getItems();
            });
        }
    }

    public static void main(String[] args) {
        Class<?> list = args[0].equals("bean") ? ByBean.class : ByParameter.class;
        new SpringApplication(Spring.class, Routes.class, list).run("--server.address=127.0.0.1", "--server.port=" + System.getenv("PORT"));
    }
}
