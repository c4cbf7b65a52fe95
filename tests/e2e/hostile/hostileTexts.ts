/**
 * Texts that would run or become markup in a page that trusts them: elements with handlers, ways out of the place
 * where a text stands, addresses that are code, expressions of template languages, formulas of spreadsheets, and
 * texts that only confuse. Whatever runs calls `vestHostile`, every element carries the attribute `x-hostile`, so
 * that both can be seen from outside.
 */
const CALL = 'vestHostile()'

const HANDLERS: readonly (readonly [element: string, attributes: string])[] = [
  ['img', 'src=x onerror'],
  ['img', 'src=/mark.svg onload'],
  ['svg', 'onload'],
  ['body', 'onload'],
  ['body', 'onpageshow'],
  ['details', 'open ontoggle'],
  ['video', 'src=x onerror'],
  ['audio', 'src=x onerror'],
  ['input', 'autofocus onfocus'],
  ['select', 'autofocus onfocus'],
  ['textarea', 'autofocus onfocus'],
  ['button', 'autofocus onfocus'],
  ['div', 'tabindex=0 autofocus onfocus'],
  ['p', 'style=animation-name:spin;animation-duration:1ms onanimationstart'],
  ['p', 'style=animation-name:breathe;animation-duration:1ms onanimationend'],
  ['marquee', 'onstart'],
  ['object', 'data=x onerror'],
  ['iframe', 'src=about:blank onload'],
  ['link', 'rel=stylesheet href=/x.css onerror'],
  ['style', 'onload'],
  ['script', 'src=/theme.js onload'],
  ['dialog', 'open oncancel'],
]

/** A tag of this element in the ways that filters overlook. */
const tagsOf = ([element, attributes]: (typeof HANDLERS)[number]): readonly string[] => [
  `<${element} x-hostile ${attributes}="${CALL}">`,
  `<${element.toUpperCase()} X-HOSTILE ${attributes.toUpperCase()}='${CALL}'>`,
  `<${element}/x-hostile/${attributes.replaceAll(' ', '/')}=${CALL}>`,
  `<${element}\tx-hostile\n${attributes.replaceAll(' ', '\f')}\r=\`${CALL}\`>`,
]

/** From inside an attribute, an element whose text is no markup, a comment, or a tree of another language. */
const BREAKS = [
  '"', "'", '`', '">', "'>", '-->', '--!>', ']]>', '</title>', '</textarea>', '</style>', '</script>', '</noscript>',
  '</template>', '</option></select>', '</svg>', '</math>', '</li></ul>', '</button>', '*/', '%>',
] // prettier-ignore
const broken = (text: string): readonly string[] => BREAKS.map((end) => `${end}${text}`)

const ELEMENTS = [
  `<script x-hostile>${CALL}</script>`,
  `<script x-hostile src="data:text/javascript,${CALL}"></script>`,
  `<script x-hostile type=module>${CALL}</script>`,
  `<svg x-hostile><script>${CALL}</script></svg>`,
  `<svg x-hostile><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<svg x-hostile><a xlink:href="javascript:${CALL}"><text y=20>x</text></a></svg>`,
  `<svg x-hostile><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg' onload='${CALL}'/>#x">`,
  `<math x-hostile><mtext><table><mglyph><style><img src=x onerror=${CALL}></style></mglyph></table></mtext></math>`,
  `<noscript><p title="</noscript><img x-hostile src=x onerror=${CALL}>">`,
  `<iframe x-hostile srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<iframe x-hostile src="javascript:parent.${CALL}"></iframe>`,
  `<embed x-hostile src="javascript:${CALL}">`,
  `<object x-hostile data="javascript:${CALL}"></object>`,
  `<base x-hostile href="javascript:/a/-${CALL};//">`,
  `<meta x-hostile http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<form x-hostile><button formaction="javascript:${CALL}">Continue</button></form>`,
  `<a x-hostile href="javascript:${CALL}">Claim</a>`,
  `<template x-hostile shadowrootmode=open><img src=x onerror=${CALL}></template>`,
  `<link x-hostile rel=import href="data:text/html,<script>${CALL}</script>">`,
  `<isindex x-hostile type=image src=1 onerror=${CALL}>`,
  '<style x-hostile>*{display:none}</style>',
  '<plaintext x-hostile>',
  '<input x-hostile name=getElementById>',
  `<terms x-hostile onclick=${CALL}>Terms</terms>`,
]

const ADDRESSES = [
  `javascript:${CALL}`,
  `JaVaScRiPt:${CALL}`,
  `java\tscript:${CALL}`,
  `java\nscript:${CALL}`,
  `\u0001javascript:${CALL}`,
  ` javascript:${CALL}`,
  `javascript://%0a${CALL}`,
  `javascript&colon;${CALL}`,
  `&#106;avascript:${CALL}`,
  `vbscript:${CALL}`,
  `data:text/html,<script>parent.${CALL}</script>`,
  `data:text/html;base64,PHNjcmlwdD52ZXN0SG9zdGlsZSgpPC9zY3JpcHQ+`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${CALL}"/>`,
  'blob:null/x',
  '//intruder.example',
  '/\\intruder.example',
  '///intruder.example/..',
  'https:intruder.example',
  './/intruder.example',
  '/%2f/intruder.example',
]

const EXPRESSIONS = [
  `{{constructor.constructor('${CALL}')()}}`,
  `{{${CALL}}}`,
  `\${${CALL}}`,
  `#{${CALL}}`,
  `<%= ${CALL} %>`,
  `$t(errors.0, {"x": "${CALL}"})`,
  '$t(signIn.terms)',
  '{{reason}} {{- symbol}}',
  `';${CALL};'`,
  `");${CALL};//`,
  `\\u003cimg x-hostile src=x onerror=${CALL}\\u003e`,
  `\\x3cimg x-hostile src=x onerror=${CALL}\\x3e`,
  '__proto__',
  'constructor',
  'toString',
  '{"__proto__":{"isAdmin":true}}',
  '["<img x-hostile>"]',
  '__proto__[x]=1',
]

const FORMULAS = [
  `=HYPERLINK("https://intruder.example","Claim")`,
  `=cmd|' /C calc'!A0`,
  `+SUM(1+1)*cmd|' /C calc'!A0`,
  '-2+3+cmd|x!A0',
  '@SUM(1,1)',
  '\t=1+1',
  '\r=1+1',
  '=1+1\r\n=2+2',
  '","=1+1","',
]

const CONFUSIONS = [
  `&lt;img x-hostile src=x onerror=${CALL}&gt;`,
  `&#60;img x-hostile src=x onerror=${CALL}&#62;`,
  encodeURIComponent(`<img x-hostile src=x onerror=${CALL}>`),
  encodeURIComponent(encodeURIComponent(`<img x-hostile src=x onerror=${CALL}>`)),
  `\uff1cimg x-hostile src=x onerror=${CALL}\uff1e`,
  `<\u0000img x-hostile src=x onerror=${CALL}>`,
  `<img\u0000 x-hostile src=x onerror=${CALL}>`,
  `\ufeff<img x-hostile src=x onerror=${CALL}>`,
  `+ADw-img x-hostile src+AD0-x onerror+AD0-${CALL}+AD4-`,
  `\u202e<img x-hostile src=x onerror=${CALL}>`,
  '\u202eCSU 000,1 ot yap',
  '\u2066\u2067\u2068\u2069',
  'PRS\u0430', // a Cyrillic a
  'A\u0301'.repeat(40),
  '\u{1f4b8}'.repeat(60),
  '<'.repeat(500),
  'x'.repeat(2_000),
  '%',
  '%00',
  '..',
  '../../v2/account',
  '..%2f..%2fv2%2faccount',
  '?view=transfers#x',
  '',
  ' ',
  'null',
  'NaN',
]

const MARKUP = [...HANDLERS.flatMap(tagsOf), ...ELEMENTS]

export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([
    ...MARKUP,
    ...broken(`<img x-hostile src=x onerror=${CALL}>`),
    ...broken(`<svg x-hostile onload=${CALL}>`),
    ...broken(` autofocus onfocus=${CALL} x-hostile="`),
    ...broken(`<script x-hostile>${CALL}</script>`),
    ...broken(`<a x-hostile href=javascript:${CALL} autofocus>`),
    ...broken(`<iframe x-hostile src=javascript:parent.${CALL}>`),
    ...ADDRESSES,
    ...EXPRESSIONS,
    ...FORMULAS,
    ...CONFUSIONS,
  ]),
]

/** One or two of each kind: for what takes a page load each. */
export const HOSTILE_FEW: readonly string[] = [
  MARKUP[0]!,
  ELEMENTS[0]!,
  ELEMENTS[9]!,
  `"><img x-hostile src=x onerror=${CALL}>`,
  ...ADDRESSES.filter((_, at) => at % 3 === 0),
  ...EXPRESSIONS.filter((_, at) => at % 4 === 0),
  FORMULAS[0]!,
  ...CONFUSIONS.filter((_, at) => at % 5 === 0),
]
