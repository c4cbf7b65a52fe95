/** Whether a component still stands: a flow of money outlives its dialog, and the transfer notices tell the rest. */
import { useEffect, useRef, type RefObject } from 'react'

export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
