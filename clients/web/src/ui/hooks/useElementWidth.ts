/** Width of an element in px, kept by a ResizeObserver. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

export interface ElementSize {
  readonly width: number
  readonly height: number
}

export function useElementSize<E extends HTMLElement>(): [RefObject<E | null>, ElementSize] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((held) => (held.width === width && held.height === height ? held : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

export function useElementWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const [ref, size] = useElementSize<E>()
  return [ref, size.width]
}
