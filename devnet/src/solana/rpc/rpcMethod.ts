/** A method of the RPC, and how it fails. */

/** An error of the RPC, under its code. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

export type RpcMethod = (params: readonly unknown[]) => unknown
export type RpcMethods = Readonly<Record<string, RpcMethod>>
