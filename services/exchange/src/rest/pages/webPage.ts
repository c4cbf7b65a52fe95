/**
 * The page of the web app: read once, then sent with a nonce that is drawn for each answer, so that nobody can
 * know beforehand which style elements the browser will accept. A nonce is good for one answer, hence no browser
 * keeps the page; what it loads has hashed names and is kept.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { createSecurityHeaders, nonceSource, type PageReaches } from './securityHeaders.ts'

export const WEB_PAGE = 'index.html'
/** Stands in the built page where the nonce belongs. */
const PLACEHOLDER = '{nonce}'
const NONCE_BYTES = 16

export type SendWebPage = (reply: FastifyReply) => FastifyReply

export interface WebPageOptions {
  readonly reaches?: PageReaches | undefined
  /** Of this origin: where the page may send what its user agreed to have counted; absent = nowhere. */
  readonly analyticsPath?: string | undefined
}

export async function readWebPage(
  dir: string,
  { reaches, analyticsPath }: WebPageOptions = {},
): Promise<SendWebPage> {
  const built = await readFile(join(dir, WEB_PAGE), 'utf8')
  const parts = withAnalytics(built, analyticsPath).split(PLACEHOLDER)
  return (reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .headers({
        ...createSecurityHeaders({ styleSource: nonceSource(nonce), reaches }),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(parts.join(nonce))
  }
}

/** The page learns of it by a line of its head, which is there only where an operator wants it. */
export const withAnalytics = (page: string, path: string | undefined): string =>
  path === undefined
    ? page
    : page.replace('</head>', `<meta name="vest-analytics" content="${path}" /></head>`)
