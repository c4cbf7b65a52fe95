/**
 * A route: a call of the one list (`CALLS`), which says what it is called on the wire, who may call it and which
 * bucket it draws from, and the function that answers it. A handler with a caller cannot stand for a public call,
 * nor one that answers otherwise than the call does.
 */
import { type AnswerOf, type Call, type CallName, CALLS, type KeyCall, type NamedCall } from '@vest/protocol'
import type { Caller, CallOrigin } from '../caller.ts'
import type { Edge } from '../edge.ts'
import type { Refusal } from '../refusal.ts'
import type { Query } from './query.ts'

export interface RouteRequest extends CallOrigin {
  readonly query: Query
  /** What stands in the place of `{name}` in the path. */
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

interface RouteBase extends Pick<NamedCall, 'name' | 'method' | 'path' | 'bucket' | 'bodyBytesMax'> {}
export interface PublicRoute extends RouteBase {
  readonly auth: 'none'
  readonly handle: (edge: Edge, request: RouteRequest) => Promise<object | Refusal> | object
}
export interface KeyRoute extends RouteBase {
  readonly auth: 'key'
  /** What a key must be allowed to do. */
  readonly scope: KeyCall['scope']
  readonly handle: (edge: Edge, request: RouteRequest, caller: Caller) => Promise<object | Refusal> | object
}
export type Route = PublicRoute | KeyRoute

type NameWith<A extends NamedCall['auth']> = {
  [N in CallName]: (typeof CALLS)[N]['auth'] extends A ? N : never
}[CallName]
type Answered<N extends CallName> = Promise<AnswerOf<N> | Refusal> | AnswerOf<N> | Refusal

export function publicRoute<N extends NameWith<'none'>>(
  name: N,
  handle: (edge: Edge, request: RouteRequest) => Answered<N>,
): PublicRoute {
  return { ...baseOf(name), auth: 'none', handle }
}

export function keyRoute<N extends NameWith<'key'>>(
  name: N,
  handle: (edge: Edge, request: RouteRequest, caller: Caller) => Answered<N>,
): KeyRoute {
  const { scope } = CALLS[name]
  return { ...baseOf(name), scope, auth: 'key', handle }
}

function baseOf(name: CallName): RouteBase {
  const { method, path, bucket, bodyBytesMax }: Call = CALLS[name]
  return { name, method, path, bucket, ...(bodyBytesMax === undefined ? {} : { bodyBytesMax }) }
}
