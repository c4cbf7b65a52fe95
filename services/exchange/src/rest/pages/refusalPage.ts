/**
 * What a person sees who went to an address that refuses: the same facts as programs get as JSON, in words, with a way
 * on. Who asks is told by the browser (`Sec-Fetch-Dest`), or by an `Accept` that names HTML; programs name neither.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../refusal.ts'
import { createSecurityHeaders, hashSource } from '../securityHeaders.ts'

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** A browser that goes to an address, rather than a page that loads something from it. */
export function isVisit({ method, headers }: FastifyRequest): boolean {
  if (!isRead(method)) return false
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document' || destination === 'iframe'
  return headers.accept?.includes('text/html') === true
}

/** `hasLinks`: where the app and the reference stand at this origin too. */
export const sendRefusalPage = (reply: FastifyReply, refusal: Refusal, hasLinks = true): FastifyReply =>
  reply
    .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(refusalPage(refusal, reply.request, hasLinks))

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f1ec;--s1:#fdfcf9;--line:#e2dfd9;--t1:#201c18;--t2:#5a544d;--t3:#6f6961;--ink:#211d19;--on:#fbfaf6;--chalk:#3245be}
@media(prefers-color-scheme:dark){:root{--bg:#0e0d0b;--s1:#151311;--line:#2a2825;--t1:#efece7;--t2:#b3afa7;--t3:#908b84;--ink:#efede5;--on:#141210;--chalk:#aabafb}}
body{margin:0;background:var(--bg);color:var(--t1);font:14px/20px system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
main{max-width:480px;margin:64px auto;padding:40px 24px;box-sizing:border-box;background:var(--s1);border:1px solid var(--line);border-radius:12px;text-align:center}
h1{margin:4px 0;font-size:20px;line-height:28px}
p{margin:4px 0;color:var(--t2)}
small{color:var(--t3);font-size:11px;overflow-wrap:anywhere}
a{display:inline-block;margin:20px 4px 12px;padding:8px 14px;border-radius:6px;font-weight:600;text-decoration:none;background:var(--ink);color:var(--on)}
a+a{background:none;color:var(--t1);box-shadow:inset 0 0 0 1px var(--line)}
a:focus-visible{outline:2px solid var(--chalk);outline-offset:2px}
@media(max-width:767px){main{margin:24px 16px}}
`
const PAGE_HEADERS = createSecurityHeaders({ styleSource: hashSource(STYLE) })

interface Words {
  readonly title: string
  readonly text: string
}
const WORDS: Readonly<Record<'en' | 'zh', Readonly<Record<string, Words>>>> = {
  en: {
    '404': { title: 'Nothing is here', text: 'This address leads nowhere. Check it for a typing error.' },
    '421': {
      title: 'Not under this name',
      text: 'This server does not answer under the name you asked for.',
    },
    '429': {
      title: 'Too many requests',
      text: 'Your network has asked too often. Wait a moment, then reload.',
    },
    '503': { title: 'Not at this moment', text: 'The exchange is starting or stopping. Reload in a moment.' },
    closed: { title: 'Not for you', text: 'This address is not open to visitors.' },
    broken: { title: 'Something went wrong', text: 'The fault is ours. Nothing was sent or changed.' },
    other: {
      title: 'An address for programs',
      text: 'A program calls it with values that are missing here.',
    },
  },
  zh: {
    '404': { title: '此处没有内容', text: '该地址不存在，请检查是否输入有误。' },
    '421': { title: '名称不符', text: '此服务器不以您所请求的名称提供服务。' },
    '429': { title: '请求过多', text: '您的网络请求过于频繁，请稍候再刷新。' },
    '503': { title: '暂时不可用', text: '交易所正在启动或停止，请稍候刷新。' },
    closed: { title: '不对外开放', text: '该地址不向访客开放。' },
    broken: { title: '出错了', text: '问题在我们这边，没有发送或更改任何内容。' },
    other: { title: '供程序使用的地址', text: '程序调用它时会带上此处缺少的参数。' },
  },
}
const LINKS = { en: ['Open Vest', 'API reference'], zh: ['打开 Vest', 'API 文档'] } as const

function wordsOf(status: number, words: Readonly<Record<string, Words>>): Words {
  const kind = status === 401 || status === 403 ? 'closed' : status >= 500 ? 'broken' : 'other'
  return words[String(status)] ?? words[kind]!
}

function refusalPage({ httpStatus, code }: Refusal, request: FastifyRequest, hasLinks: boolean): string {
  const language = /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'zh' : 'en'
  const { title, text } = wordsOf(httpStatus, WORDS[language])
  const [home, docs] = LINKS[language]
  const links = hasLinks ? `<a href="/">${home}</a><a href="/docs">${docs}</a>` : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Vest</title>
<link rel="icon" type="image/svg+xml" href="/mark.svg">
<style>${STYLE}</style>
</head>
<body><main><small>${httpStatus}</small><h1>${title}</h1><p>${text}</p>${links}<br><small>${code} · ${String(request.id)}</small></main></body>
</html>
`
}
