/**
 * The picture of a page as static files: its elements as they stand, without a script, with canvases as images and
 * styles of single elements as a stylesheet. It loads the same stylesheet, font and logos from the same server, so what
 * it needs to be seen is what any page of this picture needs.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const FOLDER = 'static-peer'
export const STATIC_PEER_PATH = `/${FOLDER}/page.html`

interface Picture {
  readonly html: string
  readonly css: string
  /** Data of PNG files, in base64. */
  readonly images: readonly string[]
}

/** What stands in the page now. */
export const picture = (page: Page): Promise<Picture> =>
  page.evaluate((folder) => {
    const rules: string[] = []
    const images: string[] = []
    const canvases = [...document.querySelectorAll('canvas')]
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const [at, canvas] of [...copy.querySelectorAll('canvas')].entries()) {
      const { width, height } = canvases[at]!.getBoundingClientRect()
      images.push(canvases[at]!.toDataURL('image/png').split(',')[1]!)
      const image = document.createElement('img')
      for (const { name, value } of canvas.attributes)
        if (name !== 'width' && name !== 'height') image.setAttribute(name, value)
      image.setAttribute('src', `/${folder}/${at}.png`)
      image.setAttribute('width', String(width))
      image.setAttribute('height', String(height))
      canvas.replaceWith(image)
    }
    for (const [at, element] of copy.querySelectorAll<HTMLElement>('[style]').entries()) {
      rules.push(`[data-s="${at}"]{${element.getAttribute('style')}}`)
      element.removeAttribute('style')
      element.dataset.s = String(at)
    }
    for (const gone of copy.querySelectorAll(
      'script, style, meta[property="csp-nonce"], link[rel="modulepreload"]',
    ))
      gone.remove()
    const sheet = document.createElement('link')
    sheet.setAttribute('rel', 'stylesheet')
    sheet.setAttribute('href', `/${folder}/page.css`)
    copy.querySelector('head')!.append(sheet)
    return { html: `<!doctype html>${copy.outerHTML}`, css: rules.join('\n'), images }
  }, FOLDER)

/** Lays it where the server will find it at its next start; answers how to take it away. */
export function layOut({ html, css, images }: Picture, webDir: string): () => void {
  const dir = join(webDir, FOLDER)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  writeFileSync(join(dir, 'page.html'), html)
  writeFileSync(join(dir, 'page.css'), css)
  for (const [at, image] of images.entries())
    writeFileSync(join(dir, `${at}.png`), Buffer.from(image, 'base64'))
  return () => rmSync(dir, { recursive: true, force: true })
}
