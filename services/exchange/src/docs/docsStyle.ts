/** How the reference looks: the product's colours, in the scheme that the browser asks for. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--bg:#f3f1ec;--s1:#fdfcf9;--line:#e2dfd9;--t1:#201c18;--t2:#5a544d;--chalk:#3245be;--up:#00734a;--down:#be2a27;--warn:#8f5a00}
@media(prefers-color-scheme:dark){:root{--bg:#0e0d0b;--s1:#151311;--line:#2a2825;--t1:#efece7;--t2:#b3afa7;--chalk:#aabafb;--up:#55d09b;--down:#f27a6f;--warn:#f5c057}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:16px}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--bg);color:var(--t1);font:15px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:300px minmax(0,1fr)}
pre{margin:8px 0 0;padding:12px;overflow:auto;background:var(--s1);border:1px solid var(--line);border-radius:6px;font-size:12px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line);font-size:13px}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:4px 6px;border-radius:6px;overflow-wrap:anywhere;color:var(--t2)}
nav li a:hover{background:var(--s1);color:var(--t1)}
.home{font-weight:650;font-size:17px;color:var(--t1)}
.group{margin:18px 6px 4px;font-weight:600}
main{padding:40px 48px 120px;max-width:900px}
h1{font-size:30px;margin:0 0 16px}
h2{font-size:21px;margin:56px 0 8px;padding-top:16px;border-top:1px solid var(--line)}
h3{font-size:16px;margin:0;overflow-wrap:anywhere}
h4{font-size:13px;margin:16px 0 4px;color:var(--t2);font-weight:600}
section{background:var(--s1);border:1px solid var(--line);border-radius:12px;padding:20px 24px;margin:16px 0}
a{color:var(--chalk);text-decoration:none}
a:focus-visible{outline:2px solid var(--chalk);outline-offset:2px}
main a{text-decoration:underline}
code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
b{font:600 11px/1 ui-monospace,monospace;letter-spacing:.04em}
.get{color:var(--up)}.post,.put{color:var(--chalk)}.delete{color:var(--down)}
.access,i,span{color:var(--t2);font-style:normal;font-size:13px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{text-align:left;font-size:13px;color:var(--t2)}
td,th{font-size:14px;padding:4px 12px 4px 0;border-top:1px solid var(--line);vertical-align:top}
td:first-child{width:38%}
#errors~.scroll td:first-child{width:72px}
.d1{padding-left:18px}.d2{padding-left:36px}.d3{padding-left:54px}.d4{padding-left:72px}
@media(max-width:860px){body{display:block}nav{position:static;height:auto;max-height:45vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:24px 16px 80px}section{padding:16px}}
`
