/** `a[0][b]=c`, as the SDK of the payment provider writes bodies and queries. */
export type Field = string | { readonly [name: string]: Field }
export type Fields = { readonly [name: string]: Field }

const NAMES_MAX = 500

export function readFields(text: string): Fields {
  const fields: Record<string, unknown> = {}
  let count = 0
  for (const [path, value] of new URLSearchParams(text)) {
    if ((count += 1) > NAMES_MAX) break
    const names = path.replaceAll(']', '').split('[')
    let at = fields
    for (const name of names.slice(0, -1)) {
      const known = Object.hasOwn(at, name) ? at[name] : undefined
      const next = typeof known === 'object' ? (known as Record<string, unknown>) : {}
      define(at, name, next)
      at = next
    }
    define(at, names.at(-1)!, value)
  }
  return fields as Fields
}

/** A name such as `__proto__` is a name. */
function define(at: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true })
}

export const textIn = (fields: Fields | undefined, name: string): string | undefined => {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'string' ? value : undefined
}

export const partIn = (fields: Fields | undefined, name: string): Fields | undefined => {
  const value = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'object' ? value : undefined
}

/** Plain text values alone. */
export const textsIn = (fields: Fields | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
