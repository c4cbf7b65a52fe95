/**
 * The page of the web app: read once, then sent with a nonce that is drawn for each answer, so that no attacker can
 * know beforehand which style elements the browser will accept. A nonce is good for one answer, hence no browser
 * keeps the page; what it loads has hashed names and is kept.
 *
 * For the trading page it carries the shell of what will stand there, with name and price of the market, so that a
 * visitor sees both before any script has come. Other pages carry none of it.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { createSecurityHeaders, nonceSource, type PageReaches } from '../securityHeaders.ts'

export const WEB_PAGE = 'index.html'
/** Stands in the built page where the nonce belongs. */
const PLACEHOLDER = '{nonce}'
const NONCE_BYTES = 16

/** What the shell of a market says. */
export interface ShellMarket {
  readonly symbol: string
  readonly label: string
  readonly name: string
  readonly price: string
  readonly logo: string
}

/** `none`: another page; `bare`: the trading page of a market that is not known yet. */
export type Shell = 'none' | 'bare' | ShellMarket

export type SendWebPage = (reply: FastifyReply, shell?: Shell) => FastifyReply

export interface WebPageOptions {
  readonly reaches?: PageReaches | undefined
  /** Of this origin: where the page may send what its user agreed to have counted; absent = nowhere. */
  readonly analyticsPath?: string | undefined
}

export async function readWebPage(
  dir: string,
  { reaches, analyticsPath }: WebPageOptions = {},
): Promise<SendWebPage> {
  const built = withAnalytics(await readFile(join(dir, WEB_PAGE), 'utf8'), analyticsPath)
  const plain = withoutShell(built).split(PLACEHOLDER)
  return (reply, shell = 'none') => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const parts = shell === 'none' ? plain : withShell(built, shell).split(PLACEHOLDER)
    return reply
      .headers({
        ...createSecurityHeaders({ styleSource: nonceSource(nonce), reaches }),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(parts.join(nonce))
  }
}

const TRADE_PART = /<!--trade-->[\s\S]*?<!--\/trade-->/g
const MARKET_PART = /<!--market-->[\s\S]*?<!--\/market-->/

export const withoutShell = (page: string): string => page.replaceAll(TRADE_PART, '')

/** Fields are texts of ours and of the operator; none of them may end a tag. */
export const withShell = (page: string, shell: 'bare' | ShellMarket): string =>
  shell === 'bare'
    ? page.replace(MARKET_PART, '')
    : page.replace(MARKET_PART, (part) =>
        part.replace(/\{(symbol|label|name|price|logo)\}/g, (_, field: keyof ShellMarket) =>
          escaped(shell[field]),
        ),
      )

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '{': '&#123;',
}
const escaped = (text: string): string => text.replace(/[&<>"{]/g, (sign) => ENTITIES[sign]!)

/** The page learns of it by a line of its head, which is there only where an operator wants it. */
export const withAnalytics = (page: string, path: string | undefined): string =>
  path === undefined
    ? page
    : page.replace('</head>', `<meta name="vest-analytics" content="${path}" /></head>`)
