/** Where a call goes: who may make it, and the field that the SDK's method takes alone, where it takes one. */
export type Route = readonly [access: 'public' | 'key', method: Method, path: string, argument?: string]
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
