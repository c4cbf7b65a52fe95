/**
 * Parts of the page that the server fills or leaves out. The build notes what the trading page will ask for first, so
 * that a browser loads it beside the app instead of after it; in development, where no server fills anything, the
 * shell of the trading page is left out.
 */
import type { IndexHtmlTransformContext, Plugin } from 'vite'

const SHELL = /\s*<!--trade-->[\s\S]*?<!--\/trade-->/
const FONT = /instrument-sans-latin-wdth-normal-[\w-]+\.woff2$/

export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html.replace(SHELL, '').replace('<!--preloads-->', '')
        const font = Object.keys(bundle).find((name) => FONT.test(name))
        if (font === undefined) throw new Error('The build has no font')
        const preloads = scriptsBeside(bundle, TRADE_CHUNKS).map(
          (script) => `<link rel="modulepreload" crossorigin href="/${script}" />`,
        )
        return html.replace(
          '<!--preloads-->',
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />` +
            `<!--trade-->${preloads.join('')}<!--/trade-->`,
        )
      },
    },
  }
}

/** What the trading page is made of before the first touch: itself, and the lists below the chart. */
const TRADE_CHUNKS = ['trade', 'ActivityTabs']

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** Files of these chunks and of all that they stand on, but for what the page loads with its entry anyway. */
function scriptsBeside(bundle: Bundle, names: readonly string[]): readonly string[] {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const closure = (starts: typeof chunks): ReadonlySet<string> => {
    const found = new Set<string>()
    const visit = (name: string): void => {
      const file = bundle[name]
      if (found.has(name) || file?.type !== 'chunk') return
      found.add(name)
      file.imports.forEach(visit)
    }
    for (const { fileName } of starts) visit(fileName)
    return found
  }
  // A build in one script, as the benchmark weighs it, has nothing beside its entry.
  if (chunks.length === 1) return []
  const wanted = names.map((name) => {
    const chunk = chunks.find((each) => each.name === name)
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}`)
    return chunk
  })
  const early = closure(chunks.filter(({ isEntry }) => isEntry))
  return [...closure(wanted)].filter((name) => !early.has(name))
}
