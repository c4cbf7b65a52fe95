/** Which numeric fields of a form say that they refused something. While one does, the form sends nothing. */
import { useCallback, useState } from 'react'

export interface Refusals<Name extends string> {
  readonly names: readonly Name[]
  readonly report: (name: Name, isRefused: boolean) => void
}

export function useRefusals<Name extends string>(): Refusals<Name> {
  const [names, setNames] = useState<readonly Name[]>([])
  const report = useCallback(
    (name: Name, isRefused: boolean): void =>
      setNames((held) => {
        if (held.includes(name) === isRefused) return held
        return isRefused ? [...held, name] : held.filter((one) => one !== name)
      }),
    [],
  )
  return { names, report }
}
