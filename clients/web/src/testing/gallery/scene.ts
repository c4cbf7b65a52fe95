/**
 * What a feature brings to the gallery: scenes, each in several states. A state is a world to stand in and, where a
 * state is reached by hand alone, what hands do there.
 */
import type { ReactNode } from 'react'
import type { World } from './world.ts'

export interface SceneState {
  /** How its world differs from the usual one. */
  readonly world?: Partial<World>
  /** Another picture than the scene's own. */
  readonly render?: () => ReactNode
  /** Types and presses once the scene stands; the scene is ready when it is over. */
  readonly act?: () => Promise<void>
  /** It shows what is still on its way, and will never arrive. */
  readonly isPending?: boolean
}

export interface Scene {
  readonly name: string
  /** Its real width from 768 px on, never wider than the window; absent = all there is. */
  readonly widthPx?: number
  /** The height that its page gives it, where it has none of its own. */
  readonly heightPx?: number
  readonly render: () => ReactNode
  readonly states: Readonly<Record<string, SceneState>>
}
