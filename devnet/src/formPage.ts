/** Pages of devnet's stand-ins for people: plain HTML without a script, and a policy that lets none in. */
import { createHash } from 'node:crypto'

const STYLE = [
  'body{font:15px/1.5 system-ui,sans-serif;max-width:720px;margin:40px auto;padding:0 16px;color:#1d1b16;background:#f1efe9}',
  'h1{font-size:20px}label{display:block;margin:12px 0}input[type=email],input[type=text]{display:block;width:100%;box-sizing:border-box;padding:10px;font:inherit;border:1px solid #8a867c;border-radius:6px}',
  'button{font:inherit;padding:10px 16px;border:0;border-radius:6px;background:#1d1b16;color:#fff}',
  'dl{margin:8px 0 0}dt{color:#5f5b52;font-size:13px}dd{margin:0 0 8px;overflow-wrap:anywhere}code{overflow-wrap:anywhere}',
  'article{background:#fff;border-radius:8px;padding:12px 16px;margin:12px 0}pre{white-space:pre-wrap;font:inherit}small{color:#5f5b52}',
  '@media(prefers-color-scheme:dark){body{background:#12110f;color:#ece9e1}article{background:#1d1b18}button{background:#ece9e1;color:#12110f}small,dt{color:#a29d92}input{background:#1d1b18;color:inherit}}',
].join('')

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  // A form of a page that names no origin at all is taken for that of a stranger.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!)

/** `body` is HTML, with what comes from outside escaped. */
export const pageOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>${body}</html>`
