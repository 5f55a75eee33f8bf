package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const toolName = "f"

// officialSDK calls a tool that AddTool registered, behind the transport: what runs is
// the server's own handler of tools/call, given the arguments as they came.
func officialSDK[In any](schema []byte) (*peer, error) {
	ctx := context.Background()
	var last atomic.Pointer[In]
	s := sdk.NewServer(&sdk.Implementation{Name: "bench", Version: "1"}, nil)
	var handle sdk.MethodHandler
	s.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		handle = next
		return next
	})
	if err := addTool(s, schema, &last); err != nil {
		return nil, err
	}
	_, transport := sdk.NewInMemoryTransports()
	session, err := s.Connect(ctx, transport, nil)
	if err != nil {
		return nil, fmt.Errorf("gosdk: %w", err)
	}
	return &peer{name: "gosdk", module: "github.com/modelcontextprotocol/go-sdk", validates: true, fills: true, opened: func(args []byte) (any, error) {
		res, err := handle(ctx, "tools/call", &sdk.CallToolRequest{
			Session: session, Params: &sdk.CallToolParamsRaw{Name: toolName, Arguments: args},
		})
		if err != nil {
			return nil, err
		}
		if r := res.(*sdk.CallToolResult); r.IsError {
			return nil, errors.New(r.Content[0].(*sdk.TextContent).Text)
		}
		return last.Load(), nil
	}}, nil
}

// addTool registers a tool that keeps its input; AddTool panics on a faulty schema.
func addTool[In any](s *sdk.Server, schema []byte, last *atomic.Pointer[In]) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("gosdk: %v", p)
		}
	}()
	sdk.AddTool(s, &sdk.Tool{Name: toolName, InputSchema: json.RawMessage(schema)},
		func(_ context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
			last.Store(&in)
			return nil, nil, nil
		})
	return nil
}

// markMCP handles a whole message: that library has no other way in which a call is
// validated. So it reads some 80 bytes more than the others.
func markMCP[In any](schema []byte) (*peer, error) {
	ctx := context.Background()
	var last atomic.Pointer[In]
	s := server.NewMCPServer("bench", "1", server.WithInputSchemaValidation())
	s.AddTool(mcp.NewToolWithRawSchema(toolName, "", schema), mcp.NewTypedToolHandler(
		func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
			last.Store(&in)
			return &mcp.CallToolResult{}, nil
		}))
	wrapped := func(args []byte) []byte {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, toolName, args)
	}
	return &peer{name: "mcpgo", module: "github.com/mark3labs/mcp-go", validates: true, wrapped: wrapped, opened: func(message []byte) (any, error) {
		switch reply := s.HandleMessage(ctx, message).(type) {
		case mcp.JSONRPCResponse:
			var r *mcp.CallToolResult
			switch result := reply.Result.(type) {
			case *mcp.CallToolResult:
				r = result
			case mcp.CallToolResult:
				r = &result
			default:
				return nil, fmt.Errorf("mcpgo: the result is a %T", reply.Result)
			}
			if r.IsError {
				var b strings.Builder
				for _, c := range r.Content {
					if t, ok := c.(mcp.TextContent); ok {
						b.WriteString(t.Text)
					}
				}
				return nil, errors.New(b.String())
			}
			return last.Load(), nil
		case mcp.JSONRPCError:
			return nil, errors.New(reply.Error.Message)
		default:
			return nil, fmt.Errorf("mcpgo: the reply is a %T", reply)
		}
	}}, nil
}
