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

export async function readWebPage(dir: string, reaches?: PageReaches): Promise<SendWebPage> {
  const parts = (await readFile(join(dir, WEB_PAGE), 'utf8')).split(PLACEHOLDER)
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
