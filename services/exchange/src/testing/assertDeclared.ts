/** What a call is refused with stands in the list of calls: every answer that a test of a route sees is held to it. */
import { assert, CALL_LIST, errorEntry, refusalsOf, type RefusalName } from '@vest/protocol'

const SHAPES = CALL_LIST.map((call) => ({
  method: call.method,
  shape: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  name: call.name,
  refusals: refusalsOf(call),
}))

/** `path` under /v2, with or without a query. */
export function assertDeclared(method: string, path: string, body: unknown): void {
  const code = (body as { detail?: { code?: unknown } } | undefined)?.detail?.code
  if (typeof code !== 'number') return
  const [bare] = path.split('?', 1)
  const call = SHAPES.find((one) => one.method === method && one.shape.test(bare!))
  if (call === undefined) return
  const name = errorEntry(code).name as RefusalName
  assert(call.refusals.has(name), `${call.name} was refused with ${name}, which its file does not declare`)
}
