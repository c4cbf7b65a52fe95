/** Work that is asked for more often than frames are painted, and done once a frame. */
export interface FrameWork {
  ask(): void
  cancel(): void
}

export function onceAFrame(work: () => void): FrameWork {
  let frame: number | undefined
  return {
    ask() {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        work()
      })
    },
    cancel() {
      if (frame !== undefined) cancelAnimationFrame(frame)
    },
  }
}
