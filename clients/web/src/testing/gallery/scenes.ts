/** Every scene of every feature, found by the names of their files. */
import type { Scene, SceneState } from './scene.ts'

const files = import.meta.glob<{ readonly scenes: readonly Scene[] }>('../../**/*.gallery.tsx', {
  eager: true,
})

export const SCENES: readonly Scene[] = Object.values(files)
  .flatMap(({ scenes }) => scenes)
  .sort((a, b) => (a.name < b.name ? -1 : 1))

/** By `scene/state`; undefined where there is none. */
export function sceneAt(place: string): { readonly scene: Scene; readonly state: SceneState } | undefined {
  const [name, stateName = ''] = place.split('/')
  const scene = SCENES.find((one) => one.name === name)
  const state = scene?.states[stateName]
  return scene === undefined || state === undefined ? undefined : { scene, state }
}
