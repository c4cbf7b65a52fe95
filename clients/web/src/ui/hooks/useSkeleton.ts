/** A skeleton that has appeared stays for at least 300 ms, so that it never flickers ([2.32], [9.10]). */
import { SKELETON_DELAY_MS } from '@vest/protocol'
import { useEffect, useRef, useState } from 'react'

export function useSkeleton(isLoading: boolean): boolean {
  const [isShown, setIsShown] = useState(isLoading)
  const sinceMs = useRef(0)
  useEffect(() => {
    if (isLoading) {
      sinceMs.current = performance.now()
      setIsShown(true)
      return
    }
    const leftMs = SKELETON_DELAY_MS - (performance.now() - sinceMs.current)
    if (sinceMs.current === 0 || leftMs <= 0) {
      setIsShown(false)
      return
    }
    const timer = setTimeout(() => setIsShown(false), leftMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isShown || isLoading
}
