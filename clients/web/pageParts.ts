/**
 * Parts of the page that the server fills or leaves out. The build notes what the trading page will ask for first, so
 * that a browser loads it beside the app instead of after it; in development, where no server fills anything, the
 * shell of the trading page is left out.
 */
import type { Plugin } from 'vite'

const SHELL = /\s*<!--trade-->[\s\S]*?<!--\/trade-->/
const FONT = /instrument-sans-latin-wdth-normal-[\w-]+\.woff2$/

export function pageParts(): Plugin {
  return {
    name: 'page-parts',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html.replace(SHELL, '').replace('<!--preloads-->', '')
        const files = Object.values(bundle)
        const font = files.find(({ fileName }) => FONT.test(fileName))?.fileName
        const trade = files.find((file) => file.type === 'chunk' && file.name === 'trade')?.fileName
        if (font === undefined || trade === undefined)
          throw new Error('No font or no trading page in the build')
        return html.replace(
          '<!--preloads-->',
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />` +
            `<!--trade--><link rel="modulepreload" crossorigin href="/${trade}" /><!--/trade-->`,
        )
      },
    },
  }
}
