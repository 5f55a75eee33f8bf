package main

import (
	"encoding/json"
	"reflect"

	"github.com/bytedance/sonic"
	jsonv2 "github.com/go-json-experiment/json"
	goccyjson "github.com/goccy/go-json"
)

// The decoders bind and check nothing beyond the type. Each is used with its defaults.

func standard[In any]([]byte) (*peer, error) {
	return &peer{name: referenceName, opened: func(args []byte) (any, error) {
		in := new(In)
		return in, json.Unmarshal(args, in)
	}}, nil
}

func jsonV2[In any]([]byte) (*peer, error) {
	return &peer{name: "jsonv2", module: "github.com/go-json-experiment/json", opened: func(args []byte) (any, error) {
		in := new(In)
		return in, jsonv2.Unmarshal(args, in)
	}}, nil
}

func goccy[In any]([]byte) (*peer, error) {
	return &peer{name: "goccy", module: "github.com/goccy/go-json", opened: func(args []byte) (any, error) {
		in := new(In)
		return in, goccyjson.Unmarshal(args, in)
	}}, nil
}

func byteDance[In any]([]byte) (*peer, error) {
	if err := sonic.Pretouch(reflect.TypeFor[In]()); err != nil {
		return nil, err
	}
	return &peer{name: "sonic", module: "github.com/bytedance/sonic", opened: func(args []byte) (any, error) {
		in := new(In)
		return in, sonic.Unmarshal(args, in)
	}}, nil
}

// sonicIsNative reports whether sonic runs its own code here and not encoding/json's,
// to which it falls back on a platform or Go version that it does not know.
func sonicIsNative() bool { return sonic.APIKind == sonic.UseSonicJSON }
