// Servers of api.ApiService that speak gRPC-Web, each by its own package: go run . connect-go|improbable|vanguard
package main

//go:generate protoc -I . --go_out=. --go-grpc_out=. --go_opt=module=example.com/servers,Mapi.proto=example.com/servers/api --go-grpc_opt=module=example.com/servers,Mapi.proto=example.com/servers/api api.proto

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"connectrpc.com/connect"
	"connectrpc.com/vanguard/vanguardgrpc"
	"github.com/improbable-eng/grpc-web/go/grpcweb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"example.com/servers/api"
)

var cancelled atomic.Int32

// run does what the request's code says, where metadata plays no part.
func run(ctx context.Context, request *api.Request) (*api.Response, error) {
	message := request.Str1
	switch request.Code {
	case "deadline":
		message = "none"
		if deadline, ok := ctx.Deadline(); ok {
			message = strconv.FormatInt(time.Until(deadline).Milliseconds(), 10)
		}
	case "wait":
		select {
		case <-ctx.Done():
			cancelled.Add(1)
			return nil, ctx.Err()
		case <-time.After(time.Duration(request.IntValue) * time.Millisecond):
		}
	case "cancelled":
		message = strconv.Itoa(int(cancelled.Load()))
	}
	return &api.Response{Success: true, Message: message}, nil
}

type grpcService struct {
	api.UnimplementedApiServiceServer
}

func (grpcService) CallApi(ctx context.Context, request *api.Request) (*api.Response, error) {
	received, _ := metadata.FromIncomingContext(ctx)
	sent := metadata.MD{}
	for _, suffix := range []string{"", "-bin"} {
		sent["x-back"+suffix] = received["x-sent"+suffix]
	}
	switch request.Code {
	case "metadata":
		if err := grpc.SetHeader(ctx, sent); err != nil {
			return nil, err
		}
		if err := grpc.SetTrailer(ctx, sent); err != nil {
			return nil, err
		}
	case "fail":
		if err := grpc.SetTrailer(ctx, sent); err != nil {
			return nil, err
		}
		return nil, status.Error(codes.Code(request.IntValue), request.Str1)
	}
	response, err := run(ctx, request)
	if err != nil {
		return nil, status.FromContextError(err).Err()
	}
	return response, nil
}

func callConnect(ctx context.Context, request *connect.Request[api.Request]) (*connect.Response[api.Response], error) {
	copyTo := func(target http.Header) {
		for _, suffix := range []string{"", "-bin"} {
			target["X-Back"+http.CanonicalHeaderKey(suffix)] = request.Header().Values("X-Sent" + suffix)
		}
	}
	if request.Msg.Code == "fail" {
		err := connect.NewError(connect.Code(request.Msg.IntValue), errors.New(request.Msg.Str1))
		copyTo(err.Meta())
		return nil, err
	}
	message, err := run(ctx, request.Msg)
	if err != nil {
		// Connect makes the status of a context's error itself.
		return nil, err
	}
	response := connect.NewResponse(message)
	if request.Msg.Code == "metadata" {
		copyTo(response.Header())
		copyTo(response.Trailer())
	}
	return response, nil
}

func handler(name string) (http.Handler, error) {
	server := grpc.NewServer()
	api.RegisterApiServiceServer(server, grpcService{})
	switch name {
	case "connect-go":
		mux := http.NewServeMux()
		mux.Handle("/api.ApiService/CallApi", connect.NewUnaryHandler("/api.ApiService/CallApi", callConnect))
		return mux, nil
	case "improbable":
		return grpcweb.WrapServer(server), nil
	case "vanguard":
		return vanguardgrpc.NewTranscoder(server)
	}
	return nil, fmt.Errorf("%s: unknown", name)
}

func main() {
	served, err := handler(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.Serve(listener, served))
}
