/**
 * What is wider than its place says so: the edge beyond which there is more fades out (`data-more` in app.css), until it
 * is scrolled to.
 */
import { useCallback } from 'react'

/** The edges beyond which something is hidden, as `data-more` says them. */
export function hiddenEdges(box: {
  readonly scrollLeft: number
  readonly scrollWidth: number
  readonly clientWidth: number
}): string {
  const left = box.scrollLeft > 1 ? 'left' : ''
  const right = box.scrollLeft + box.clientWidth < box.scrollWidth - 1 ? 'right' : ''
  return `${left} ${right}`.trim()
}

/** A ref for the element that scrolls sideways. */
export function useOverflowCue<Element extends HTMLElement>(): (
  element: Element | null,
) => (() => void) | void {
  return useCallback((element: Element | null) => {
    if (element === null) return
    const tell = (): void => {
      const edges = hiddenEdges(element)
      if (edges === '') delete element.dataset['more']
      else if (element.dataset['more'] !== edges) element.dataset['more'] = edges
    }
    // A figure that ticks changes a child's width or nothing: it is not looked at otherwise.
    const sizes = new ResizeObserver(tell)
    const observe = (): void => {
      for (const child of element.children) sizes.observe(child)
    }
    sizes.observe(element)
    observe()
    const content = new MutationObserver(() => {
      observe()
      tell()
    })
    content.observe(element, { childList: true })
    element.addEventListener('scroll', tell, { passive: true })
    tell()
    return () => {
      sizes.disconnect()
      content.disconnect()
      element.removeEventListener('scroll', tell)
    }
  }, [])
}
