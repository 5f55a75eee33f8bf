package main

// weather is the small call: three members are sent and one default is omitted.
type weather struct {
	City   string  `json:"city" jsonschema:"minLength=1,maxLength=80"`
	Days   int     `json:"days" jsonschema:"minimum=1,maximum=16"`
	Radius float64 `json:"radius_km" jsonschema:"minimum=0,maximum=500"`
	Unit   string  `json:"unit" jsonschema:"enum=celsius,enum=fahrenheit,default=celsius"`
}

// weatherFor is weather asked by somebody, whom the framework knows.
type weatherFor struct {
	weather
	User string `json:"user" inject:"session,user"`
}

type order struct {
	ID       string            `json:"id" jsonschema:"minLength=8,maxLength=32"`
	Currency string            `json:"currency" jsonschema:"enum=EUR,enum=USD,enum=GBP,enum=JPY"`
	Priority int               `json:"priority" jsonschema:"minimum=0,maximum=9"`
	Customer customer          `json:"customer"`
	Shipping *address          `json:"shipping"`
	Items    []item            `json:"items" jsonschema:"minItems=1,maxItems=100"`
	Labels   map[string]string `json:"labels"`
	Note     *string           `json:"note"`
}

type customer struct {
	Name    string  `json:"name" jsonschema:"minLength=1,maxLength=120"`
	Email   string  `json:"email" jsonschema:"minLength=3,maxLength=254"`
	Phone   *string `json:"phone"`
	Tier    string  `json:"tier" jsonschema:"enum=basic,enum=silver,enum=gold"`
	Address address `json:"address"`
}

type address struct {
	Street  string `json:"street" jsonschema:"minLength=1,maxLength=200"`
	City    string `json:"city" jsonschema:"minLength=1,maxLength=100"`
	Zip     string `json:"zip" jsonschema:"minLength=3,maxLength=12"`
	Country string `json:"country" jsonschema:"minLength=2,maxLength=2"`
}

type item struct {
	SKU      string   `json:"sku" jsonschema:"minLength=3,maxLength=40"`
	Title    string   `json:"title" jsonschema:"maxLength=200"`
	Category string   `json:"category" jsonschema:"enum=book,enum=music,enum=toy,enum=other"`
	Quantity int      `json:"quantity" jsonschema:"minimum=1,maximum=999"`
	Price    float64  `json:"price" jsonschema:"minimum=0,maximum=100000"`
	Discount *float64 `json:"discount" jsonschema:"minimum=0,maximum=1"`
	Gift     bool     `json:"gift"`
}

// records holds many small objects of one kind.
type records struct {
	Records []record `json:"records" jsonschema:"maxItems=200000"`
}

type record struct {
	ID    int64   `json:"id" jsonschema:"minimum=0"`
	Name  string  `json:"name" jsonschema:"minLength=1,maxLength=40"`
	Kind  string  `json:"kind" jsonschema:"enum=door,enum=lamp,enum=heat"`
	Value float64 `json:"value" jsonschema:"minimum=-1000,maximum=1000"`
	OK    bool    `json:"ok"`
}

// blob carries bytes beside a few scalars.
type blob struct {
	Name      string `json:"name" jsonschema:"minLength=1,maxLength=255"`
	MediaType string `json:"media_type" jsonschema:"maxLength=100"`
	Version   int    `json:"version" jsonschema:"minimum=1"`
	Final     bool   `json:"final"`
	Data      []byte `json:"data"`
}

// foreignOrder is a schema as somebody else would write it, for the texts of order.
const foreignOrder = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Order", "type": "object", "additionalProperties": false,
  "required": ["id", "currency", "priority", "customer", "items"],
  "properties": {
    "id": {"type": "string", "pattern": "^ord_[0-9a-z]+$"},
    "currency": {"enum": ["EUR", "USD", "GBP", "JPY"]},
    "priority": {"type": "integer", "minimum": 0, "maximum": 9},
    "customer": {
      "type": "object", "additionalProperties": false, "required": ["name", "email", "tier", "address"],
      "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 120},
        "email": {"type": "string", "minLength": 3},
        "phone": {"type": ["string", "null"]},
        "tier": {"type": "string", "enum": ["basic", "silver", "gold"]},
        "address": {"$ref": "#/$defs/address"}
      }
    },
    "shipping": {"$ref": "#/$defs/address"},
    "items": {"type": "array", "minItems": 1, "maxItems": 100, "items": {"$ref": "#/$defs/item"}},
    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    "note": {"type": ["string", "null"]}
  },
  "$defs": {
    "address": {
      "type": "object", "additionalProperties": false, "required": ["street", "city", "zip", "country"],
      "properties": {
        "street": {"type": "string", "minLength": 1}, "city": {"type": "string", "minLength": 1},
        "zip": {"type": "string", "minLength": 3, "maxLength": 12},
        "country": {"type": "string", "minLength": 2, "maxLength": 2}
      }
    },
    "item": {
      "type": "object", "additionalProperties": false, "required": ["sku", "category", "quantity", "price"],
      "properties": {
        "sku": {"type": "string", "minLength": 3}, "title": {"type": "string", "maxLength": 200},
        "category": {"enum": ["book", "music", "toy", "other"]},
        "quantity": {"type": "integer", "minimum": 1, "maximum": 999},
        "price": {"type": "number", "minimum": 0},
        "discount": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "gift": {"type": "boolean"}
      }
    }
  }
}`
