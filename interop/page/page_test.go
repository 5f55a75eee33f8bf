package page

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/functionschema/fscheck/conformance"
	"github.com/functionschema/fscheck/fixtures"
)

var (
	picture = flag.String("picture", "", "write the picture of the README to this file")
	peer    = flag.String("picture-peer", "", "a command of a Python peer that is in it")
)

// hostile ends a script and begins an element, if it is let.
const hostile = `</script><img src="/x" onerror="alert(1)"><script>alert(2)</script>`

// talker is the engine with a text of its own in every answer that a model is given.
type talker struct{ conformance.Testee }

func (w talker) Call(ctx context.Context, r conformance.CallRequest) (conformance.CallAnswer, error) {
	a, err := w.Testee.Call(ctx, r)
	a.Response.Text += hostile
	return a, err
}

// gone is a testee that breaks at its first question.
type gone struct{ conformance.Testee }

func (gone) Construct(context.Context, conformance.ConstructRequest) (conformance.ConstructAnswer, error) {
	return conformance.ConstructAnswer{}, errors.New(hostile)
}

// asked is an implementation with its name.
type asked struct {
	name   string
	testee conformance.Testee
}

// report is the page of a run of all cases: of the engine, of one with a mistake,
// and of testees that say what they should not.
var report = sync.OnceValues(func() ([]byte, error) {
	coerces, err := conformance.NewFaultyEngine("coerces true")
	if err != nil {
		return nil, err
	}
	return run(asked{"go", conformance.NewEngine()}, asked{"coerces", coerces}, asked{"talker", talker{conformance.NewEngine()}},
		asked{"gone", gone{conformance.NewEngine()}}, asked{"absent", conformance.NewExternal("fscheck-is-not-there")})
})

// run asks all cases and returns the page.
func run(list ...asked) ([]byte, error) {
	suite, err := conformance.Load(fixtures.Cases())
	if err != nil {
		return nil, err
	}
	var all conformance.Reports
	for _, each := range list {
		// A slow machine is no finding.
		r, err := conformance.Run(context.Background(), suite, conformance.WithPatience(each.testee, time.Minute), nil)
		if err != nil {
			return nil, err
		}
		r.Name = each.name
		all = append(all, r)
	}
	var b bytes.Buffer
	err = all.WriteHTML(&b, fixtures.Cases())
	return b.Bytes(), err
}

func reportPage(t *testing.T) []byte {
	t.Helper()
	text, err := report()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Expressions of the page.
const (
	shownRows  = `[...document.querySelectorAll("tbody tr:not(.group)")].filter((r) => !r.hidden && !r.parentNode.hidden).length`
	focused    = `document.activeElement.getAttribute("aria-label")`
	isOpen     = `document.getElementById("detail").open`
	detailText = `document.getElementById("detail").textContent`
	shownText  = `document.getElementById("shown").textContent`
)

// slash is that key as a keyboard has it: the character comes from the key, unless
// the page takes the key. chromedp's sends the character in any case.
var slash = chromedp.Tasks{
	input.DispatchKeyEvent(input.KeyDown).WithKey("/").WithCode("Slash").WithText("/").WithWindowsVirtualKeyCode(191),
	input.DispatchKeyEvent(input.KeyUp).WithKey("/").WithCode("Slash").WithWindowsVirtualKeyCode(191),
}

// closed waits until the page knows that its dialog is closed: browsers tell it later.
var closed = chromedp.Poll(`location.hash === ""`, nil)

// click clicks what an expression finds.
func click(selector string) chromedp.Action {
	return chromedp.Click(selector, chromedp.ByQuery)
}

func TestFilters(t *testing.T) {
	b := open(t, reportPage(t), 1280, 900)
	suite, err := conformance.Load(fixtures.Cases())
	if err != nil {
		t.Fatal(err)
	}
	// The page groups digits, as its readers do.
	all := len(suite.Cases())
	grouped := fmt.Sprint(all)
	if all >= 1000 {
		grouped = fmt.Sprintf("%d,%03d", all/1000, all%1000)
	}
	is(b, `document.querySelectorAll("tbody tr:not(.group)").length`, all, "every case has a row")
	is(b, `document.querySelectorAll(".card").length`, 5, "every implementation has its totals")
	is(b, `document.querySelector(".card.not-run .big").textContent`, "not run", "what was not run is shown so")
	is(b, shownText, grouped+" cases", "all cases are counted")

	b.do(slash)
	is(b, `document.activeElement.id + document.activeElement.value`, "search", "/ searches, and is not typed")
	b.do(chromedp.KeyEvent("n18-true-not"))
	is(b, shownText, "1 of "+grouped+" cases", "one case has that id")
	is(b, shownRows, 1, "its group is open")
	b.do(chromedp.KeyEvent(kb.Escape))
	is(b, `document.getElementById("search").value`, "", "Escape empties the search")
	b.do(slash, chromedp.KeyEvent("rule:31 integer"))
	is(b, `cases.some((c) => !c.row.hidden) && cases.every((c) => c.row.hidden || c.asked.rules.includes("31"))`, true, "a rule and a word are a filter")
	b.do(chromedp.KeyEvent(" there-is-none"))
	is(b, `document.getElementById("nothing").hidden`, false, "that there is none is said")
	b.do(click("#reset"))
	is(b, shownText, grouped+" cases", "all cases are shown again")

	b.do(chromedp.SetValue("#testee", "1", chromedp.ByQuery), chromedp.Evaluate(`document.getElementById("testee").dispatchEvent(new Event("change"))`, nil), click(".kind.fail"))
	is(b, `cases.some((c) => !c.row.hidden) && cases.every((c) => (c.results[1].outcome === "fail") !== c.row.hidden)`, true, "what one implementation fails is a filter")
	b.do(click(".kind.disagreeing"), chromedp.SetValue("#testee", "", chromedp.ByQuery), chromedp.Evaluate(`document.getElementById("testee").dispatchEvent(new Event("change"))`, nil))
	is(b, `cases.every((c) => c.disagreeing !== c.row.hidden)`, true, "so is a case that implementations answer in different ways")
	b.do(chromedp.SetValue("#group", "base64", chromedp.ByQuery), chromedp.Evaluate(`document.getElementById("group").dispatchEvent(new Event("change"))`, nil), click(".kind.all"))
	is(b, `cases.every((c) => (c.group.id === "base64") !== c.row.hidden)`, true, "so is a group")
	is(b, `document.querySelectorAll("tbody:not([hidden])").length`, 1, "no other group is shown")
	b.do(click("#fold"))
	is(b, shownRows, 0, "a closed group shows no case")
	b.quiet()
}

func TestKeyboard(t *testing.T) {
	b := open(t, reportPage(t), 1280, 900)
	b.do(slash, chromedp.KeyEvent("e02-const-1-is-not-true"), chromedp.KeyEvent(kb.ArrowDown))
	is(b, `document.querySelectorAll("table [tabindex='0']").length`, 1, "one stop of the tab key is in the grid")
	is(b, `document.activeElement.textContent.startsWith("equality")`, true, "the arrow leads from the search to the first group")
	b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowRight))
	is(b, focused, "equality/e02-const-1-is-not-true, coerces: fail", "the arrows lead to a cell, which says what it is")
	is(b, `getComputedStyle(document.activeElement).outlineStyle`, "solid", "the focus is seen")
	b.do(chromedp.KeyEvent(kb.Enter))
	is(b, isOpen, true, "Enter opens the cell")
	is(b, `location.hash`, "#equality/e02-const-1-is-not-true@coerces", "it has an address")
	for _, part := range []string{`{"v":true}`, "INVALID_ARGUMENT", `"const"`, "Expectation", "Answer", "wantINVALID_ARGUMENT", "gotok"} {
		is(b, fmt.Sprintf("%s.includes(%q)", detailText, part), true, "arguments, expectation, answer and differences are shown")
	}
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	is(b, `document.activeElement.textContent`, "✓go: pass", "an arrow shows what another implementation answered")
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	is(b, detailText+`.includes("fscheck-is-not-there cannot be started")`, true, "what was not run says why")
	b.do(chromedp.KeyEvent(kb.Escape), closed)
	is(b, isOpen, false, "Escape closes")
	is(b, focused, "equality/e02-const-1-is-not-true, absent: not-run", "the focus is back in the grid")
	b.do(slash, chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("j"))
	is(b, `location.hash`, "#equality/e03-enum-0-is-not-false@absent", "j shows the next case")
	b.do(chromedp.KeyEvent(kb.Escape), closed, chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.End, chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Home, chromedp.KeyModifiers(input.ModifierCtrl)))
	is(b, `document.activeElement.textContent.startsWith("numbers")`, true, "Ctrl and Home lead to the first row")
	b.quiet()
}

// What testees say is text, in the grid and in the details.
func TestHostileTexts(t *testing.T) {
	b := open(t, reportPage(t), 1280, 900)
	for _, hash := range []string{"calling/error-hidden@talker", "numbers/integral-1e3@gone"} {
		b.do(chromedp.Evaluate(`location.hash = "`+hash+`"`, nil), chromedp.Poll(`location.hash.endsWith("`+hash+`") && `+isOpen, nil))
		is(b, detailText+`.replaceAll("\\\"", "\"").includes(`+strconv.Quote(hostile)+`)`, true, "the text is shown as it is")
	}
	is(b, `document.images.length + document.scripts.length`, 2, "no element came of it")
	b.quiet()
}

// Every case can be opened: none holds what the page cannot show.
func TestEveryCase(t *testing.T) {
	b := open(t, reportPage(t), 1280, 900)
	var faults []string
	b.do(chromedp.Evaluate(`cases.flatMap((c) => testees.map((_, i) => {
		try { drawDetail(c, i, change); } catch (e) { return c.id + ": " + e; }
		return document.getElementById("detail-title").textContent === c.name ? "" : c.id;
	})).filter(Boolean)`, &faults))
	for _, fault := range faults {
		t.Error(fault)
	}
	is(b, `drawDetail(caseOf.get("parsing/s06-byte-ff"), 0, change), `+detailText+`.includes("\\xFF")`, true, "bytes that are no UTF-8 are seen")
	is(b, `drawDetail(caseOf.get("digest/member-order-again"), 0, change), document.querySelectorAll("pre.exact .mark, pre.exact .space").length > 0`, true, "white space is seen")
	is(b, `drawDetail(caseOf.get("limits/digits-1001-fraction"), 0, change), `+detailText+`.includes("3× 1000")`, true, "what is repeated is not written out")
	b.quiet()
}

// Nothing is beside the window or too small to be hit, in a wide and in a narrow
// one, in the light and in the dark.
func TestWindows(t *testing.T) {
	for _, width := range []int64{1280, 390} {
		b := open(t, reportPage(t), width, 844)
		for _, scheme := range []string{"light", "dark"} {
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
				chromedp.Evaluate(`change({ typed: "rule:11" })`, nil))
			is(b, `document.documentElement.scrollWidth <= innerWidth`, true, "the page is as wide as the window")
			is(b, `[...document.querySelectorAll("button")].filter((e) => e.offsetHeight > 0 && e.offsetHeight < 22).length`, 0, "buttons can be hit")
			is(b, fmt.Sprintf(`(%s)()`, worstContrast), true, "texts are read against what is behind them")
			b.do(chromedp.Evaluate(`showCase(caseOf.get("equality/e02-const-1-is-not-true"), 1)`, nil))
			is(b, `document.getElementById("detail").scrollWidth <= innerWidth`, true, "the details are as wide as the window")
			b.do(chromedp.KeyEvent(kb.Escape), closed)
		}
		b.quiet()
	}
}

// worstContrast compares texts with what is behind them, by the formula of WCAG 2.2.
const worstContrast = `() => {
	const parts = (c) => (c.match(/[\d.]+/g) || []).map(Number);
	const light = (c) => parts(c).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (parts(c)[3] !== 0) return c; } return "rgb(255,255,255)"; };
	return ["#said", ".who", ".big small", ".count.pass", ".count.fail .sign", ".kind .number", "td.asked code", ".cell.pass", ".cell.fail", ".cell.not-run", ".keys", "thead th"].every((s) => {
		const e = document.querySelector(s);
		const a = light(getComputedStyle(e).color), b = light(behind(e));
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 4.5;
	});
}`

// With -picture the README's picture is written: of two implementations if
// -picture-peer names the command of the second, of mistakes, and of one that is
// not there.
func TestPicture(t *testing.T) {
	if *picture == "" {
		t.Skip("not run: -picture FILE was not given")
	}
	list := []asked{{"go", conformance.NewEngine()}}
	if words := strings.Fields(*peer); len(words) > 0 {
		list = append(list, asked{"python", conformance.NewExternal(words[0], words[1:]...)})
	}
	for _, fault := range []string{"coerces true", "fills before it validates"} {
		testee, err := conformance.NewFaultyEngine(fault)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, asked{fault, testee})
	}
	text, err := run(append(list, asked{"rust", conformance.NewExternal("fscheck-peer-rust")})...)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, text, 1280, 760)
	var png []byte
	b.do(chromedp.Evaluate(`change({ group: "equality" })`, nil), chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = cdpage.CaptureScreenshot().Do(ctx)
		return err
	}))
	if err := os.WriteFile(*picture, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
