package page

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browsers are the names that Chromium goes by, the smallest first.
var browsers = []string{"chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome"}

// chromium is where Chromium is. Without one the test is not run, which is a
// failure on demand.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("FSCHECK_REQUIRE_PEERS") == "1" {
		t.Fatalf("there is no Chromium in $PATH: it is called one of %q", browsers)
	}
	t.Skipf("not run: there is no Chromium in $PATH (%q)", browsers)
	return ""
}

// browser is a tab of Chromium that hears what goes wrong in it.
type browser struct {
	t      *testing.T
	ctx    context.Context
	mu     sync.Mutex
	faults []string
}

// open shows a page that a server of this machine has.
func open(t *testing.T, text []byte, width, height int64) *browser {
	t.Helper()
	var process *exec.Cmd
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)),
		chromedp.NoSandbox, // the page is ours, and a container may have none
		chromedp.WSURLReadTimeout(2*time.Minute),
		chromedp.ModifyCmdFunc(func(c *exec.Cmd) {
			process = c
			inGroup(c)
		}))
	// The test's own context is done before its cleanups run: with it Chromium would be
	// killed, and not closed, and what it has started would live on.
	ctx, stop := context.WithTimeout(context.Background(), 4*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {})) // of events it does not know
	t.Cleanup(stop)
	t.Cleanup(func() {
		if process == nil || process.Process == nil {
			return
		}
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("Chromium does not close: %v", err)
		}
		for _, left := range endGroup(process) {
			t.Errorf("Chromium has left %s behind", left)
		}
	})
	b := &browser{t: t, ctx: ctx}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/report.html" {
			b.fault("the server was asked for " + r.URL.Path)
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(text)
	}))
	t.Cleanup(server.Close)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			b.fault("the console was called: " + string(e.Type))
		case *runtime.EventExceptionThrown:
			b.fault(e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			b.fault(e.Entry.Text)
		case *page.EventJavascriptDialogOpening:
			b.fault("it opens a dialog: " + e.Message)
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; url != server.URL+"/report.html" && url[:5] != "data:" {
				b.fault("it asks for " + url)
			}
		}
	})
	b.do(log.Enable(), network.Enable(), emulation.SetDeviceMetricsOverride(width, height, 1, width < 600), chromedp.Navigate(server.URL+"/report.html"))
	return b
}

func (b *browser) fault(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, text)
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// is fails the test unless an expression of the page has a value.
func is[T comparable](b *browser, expression string, want T, reason string) {
	b.t.Helper()
	var got T
	b.do(chromedp.Evaluate(expression, &got))
	if got != want {
		b.t.Errorf("%s: %s is %v, not %v", reason, expression, got, want)
	}
}

// quiet fails the test if anything went wrong in the page.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, fault := range b.faults {
		b.t.Error(fault)
	}
}
