/**
 * The gallery: `/gallery` lists the scenes, `?scene=order-entry/halted` shows one alone, `theme` and `lang` choose its
 * look. It stands in for the app, talks to no exchange and keeps nothing: afterwards the app is as it was.
 */
import { createRoot } from 'react-dom/client'
import { createJSONStorage } from 'zustand/middleware'
import { applyAppearance, usePreferences } from '../../entities/preferences/index.ts'
import { isLanguage, loadPageTexts } from '../../shared/i18n/index.ts'
import { createSafeStorage, localStore } from '../../shared/storage/index.ts'
import { SceneList, type Look } from './SceneList.tsx'
import { sceneAt } from './scenes.ts'
import { SceneView } from './SceneView.tsx'

export async function showGallery(
  root: HTMLElement,
  startTexts: (language: Look['language']) => Promise<void>,
): Promise<void> {
  const query = new URLSearchParams(location.search)
  const language = query.get('lang')
  const look: Look = {
    theme: query.get('theme') === 'light' ? 'light' : 'dark',
    language: isLanguage(language) ? language : 'en',
  }
  keepNothing()
  usePreferences.setState({ ...usePreferences.getInitialState(), ...look })
  applyAppearance(usePreferences.getState())
  await startTexts(look.language)
  await loadPageTexts()
  const place = query.get('scene')
  const found = place === null ? undefined : sceneAt(place)
  if (place !== null && found === undefined) throw new Error(`There is no scene ${place}`)
  createRoot(root).render(found === undefined ? <SceneList look={look} /> : <SceneView {...found} />)
}

function keepNothing(): void {
  const held = new Map<string, string>()
  usePreferences.persist.setOptions({
    storage: createJSONStorage(() => ({
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    })),
  })
  Object.assign(localStore, inMemory())
}

/** A storage that cannot be opened keeps what it is given for this visit alone. */
const inMemory = () =>
  createSafeStorage(() => {
    throw new DOMException('The gallery keeps nothing', 'SecurityError')
  })
