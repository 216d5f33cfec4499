// Calls the service: each line of standard input is a request as JSON. Prints an answer as JSON for each of them.
//
//	go run . 127.0.0.1:50051 < ../calls.jsonl
//	go run . -ca ca.pem -deadline 2s calls.example.com:443 < ../calls.jsonl
package main

//go:generate protoc -I ../../proto --go_out=. --go-grpc_out=. --go_opt=module=example.com/call,Mapi.proto=example.com/call/api --go-grpc_opt=module=example.com/call,Mapi.proto=example.com/call/api api.proto

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"os"
	"time"

	"example.com/call/api"
	"google.golang.org/genproto/googleapis/rpc/code"
	_ "google.golang.org/genproto/googleapis/rpc/errdetails" // the types of error details
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"
)

// Retries calls that end with UNAVAILABLE: only for operations that may run twice.
const serviceConfig = `{"methodConfig": [{
	"name": [{"service": "api.ApiService"}],
	"retryPolicy": {
		"maxAttempts": 4,
		"initialBackoff": "0.1s",
		"backoffMultiplier": 2,
		"maxBackoff": "5s",
		"retryableStatusCodes": ["UNAVAILABLE"]
	}
}]}`

// OperationError means that the call was served, and its operation failed.
type OperationError struct{ Message string }

func (e *OperationError) Error() string { return e.Message }

// dial opens a connection: by TLS with the authorities of the file ca, plain without it.
func dial(target, ca string) (*grpc.ClientConn, error) {
	transport := insecure.NewCredentials()
	if ca != "" {
		var err error
		if transport, err = credentials.NewClientTLSFromFile(ca, ""); err != nil {
			return nil, err
		}
	}
	return grpc.NewClient(target, grpc.WithTransportCredentials(transport), grpc.WithDefaultServiceConfig(serviceConfig))
}

// call returns the result of an operation, and the request id that the server sent back. The error is an OperationError or has a
// gRPC status.
func call(ctx context.Context, client api.ApiServiceClient, request *api.Request) (result, requestID string, err error) {
	var header, trailer metadata.MD
	response, err := client.CallApi(ctx, request, grpc.Header(&header), grpc.Trailer(&trailer))
	if ids := append(header.Get("x-request-id"), trailer.Get("x-request-id")...); len(ids) > 0 {
		requestID = ids[0]
	}
	if err == nil && !response.Success {
		err = &OperationError{response.Message}
	}
	return response.GetMessage(), requestID, err
}

// describeDetail converts an error detail to JSON; of an unknown type, only its name.
func describeDetail(detail *anypb.Any) json.RawMessage {
	if text, err := protojson.Marshal(detail); err == nil {
		return text
	}
	text, _ := json.Marshal(map[string]string{"@type": detail.TypeUrl})
	return text
}

func describe(result string, err error) map[string]any {
	var operationError *OperationError
	switch {
	case err == nil:
		return map[string]any{"result": result}
	case errors.As(err, &operationError):
		return map[string]any{"operationError": operationError.Message}
	}
	failure := status.Convert(err)
	details := []json.RawMessage{}
	for _, detail := range failure.Proto().GetDetails() {
		details = append(details, describeDetail(detail))
	}
	return map[string]any{"status": code.Code(failure.Code()).String(), "message": failure.Message(), "details": details}
}

func main() {
	ca := flag.String("ca", "", "a PEM `file` with the authorities to trust")
	deadline := flag.Duration("deadline", 5*time.Second, "the time for a call")
	flag.Parse()
	connection, err := dial(flag.Arg(0), *ca)
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	client := api.NewApiServiceClient(connection)
	output := json.NewEncoder(os.Stdout)
	output.SetEscapeHTML(false)
	for input := bufio.NewReader(os.Stdin); ; {
		line, err := input.ReadBytes('\n')
		if err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		request := &api.Request{}
		if err := protojson.Unmarshal(line, request); err != nil {
			log.Fatal(err)
		}
		// The server logs this id.
		ctx := metadata.AppendToOutgoingContext(context.Background(), "x-request-id", rand.Text())
		if token := os.Getenv("CALL_SERVER_TOKEN"); token != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
		}
		ctx, cancel := context.WithTimeout(ctx, *deadline)
		result, requestID, err := call(ctx, client, request)
		cancel()
		answer := describe(result, err)
		answer["requestId"] = requestID
		if err := output.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}
