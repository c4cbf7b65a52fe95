/**
 * A route as data: what it is called on the wire, who may call it, which bucket it draws from, and one function
 * that answers. The table of routes denies by default: a handler with a caller cannot be registered as public.
 */
import type { Registration } from '../edgeView.ts'
import type { Edge } from '../edge.ts'
import type { Refusal } from '../refusal.ts'
import type { Query } from './query.ts'
import type { BucketName } from './rateLimits.ts'

/** The account is taken from the API key, never from a parameter. */
export type Caller = Registration

export interface RouteRequest {
  readonly query: Query
  readonly body: unknown
  /** Where the request came from. */
  readonly address: string
  /** Not limited: a caller on this machine. */
  readonly isExempt: boolean
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /v2. */
  readonly path: string
  readonly bucket: BucketName
}
export interface PublicRoute extends RouteBase {
  readonly auth: 'none'
  readonly handle: (edge: Edge, request: RouteRequest) => Promise<object | Refusal> | object
}
export interface KeyRoute extends RouteBase {
  readonly auth: 'key'
  readonly handle: (edge: Edge, request: RouteRequest, caller: Caller) => Promise<object | Refusal> | object
}
export type Route = PublicRoute | KeyRoute

export const publicRoute = (
  method: RouteBase['method'],
  path: string,
  handle: PublicRoute['handle'],
  bucket: BucketName = 'requests',
): PublicRoute => ({ method, path, auth: 'none', bucket, handle })

export const keyRoute = (
  method: RouteBase['method'],
  path: string,
  handle: KeyRoute['handle'],
  bucket: BucketName = 'requests',
): KeyRoute => ({ method, path, auth: 'key', bucket, handle })
