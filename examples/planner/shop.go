package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/functionschema/fscheck/functionschema"
)

// article is what the shop sells; prices are in cents.
type article struct {
	SKU   string `json:"sku"`
	Name  string `json:"name"`
	Price int    `json:"price"`
}

// shop is read only, so its methods may run at once.
type shop struct{ articles []article }

func newShop() *shop {
	return &shop{[]article{{"T-1", "green tea", 450}, {"T-2", "black tea", 390}, {"C-7", "cup", 1200}}}
}

type search struct {
	Word  string `json:"word" jsonschema:"minLength=1"`
	Limit int    `json:"limit" jsonschema:"minimum=1,maximum=50,default=10"`
}

// Search is a plain method: what it takes and returns is all that the engine has to know.
func (s *shop) Search(_ context.Context, in search) ([]article, error) {
	var found []article
	for _, a := range s.articles {
		if strings.Contains(a.Name, in.Word) && len(found) < in.Limit {
			found = append(found, a)
		}
	}
	return found, nil
}

type item struct {
	SKU      string `json:"sku" jsonschema:"pattern=^[A-Z]-[0-9]+$"`
	Quantity int    `json:"quantity" jsonschema:"minimum=1,maximum=99,default=1"`
}

type order struct {
	Items []item    `json:"items" jsonschema:"minItems=1"`
	By    time.Time `json:"by"`
	Gift  bool      `json:"gift" default:"false"`
}

type receipt struct {
	Total     int    `json:"total"`
	Delivered string `json:"delivered"`
}

// Order shows an error that the model may read.
func (s *shop) Order(_ context.Context, in order) (receipt, error) {
	r := receipt{Delivered: in.By.Format("Monday, 2 January")}
	for _, wanted := range in.Items {
		price := 0
		for _, a := range s.articles {
			if a.SKU == wanted.SKU {
				price = a.Price
			}
		}
		if price == 0 {
			return receipt{}, functionschema.Visible(fmt.Errorf("there is no article %s: search for it", wanted.SKU))
		}
		r.Total += price * wanted.Quantity
	}
	return r, nil
}

type refund struct {
	Order int `json:"order" jsonschema:"minimum=1"`
}

// Refund is what the planner asks a person about.
func (s *shop) Refund(_ context.Context, in refund) (string, error) {
	return fmt.Sprintf("order %d is paid back", in.Order), nil
}
