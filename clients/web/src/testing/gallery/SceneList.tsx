/** The way into the gallery: every scene with its states, and the looks in which they can be seen. */
import type { ReactNode } from 'react'
import { SCENES } from './scenes.ts'

export interface Look {
  readonly theme: 'dark' | 'light'
  readonly language: 'en' | 'zh'
}

const LOOKS: readonly Look[] = (['dark', 'light'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).map((language) => ({ theme, language })),
)

const linkTo = ({ theme, language }: Look, scene?: string): string =>
  `/gallery?theme=${theme}&lang=${language}${scene === undefined ? '' : `&scene=${scene}`}`

export function SceneList({ look }: { readonly look: Look }) {
  return (
    <main data-ready style={{ padding: 24, maxWidth: 960 }}>
      <h1 style={{ fontSize: 20, fontWeight: 600 }}>Gallery</h1>
      <Row>
        {LOOKS.map((one) => (
          <a key={linkTo(one)} href={linkTo(one)} style={{ color: 'var(--chalk)' }}>
            {one.theme} · {one.language}
          </a>
        ))}
      </Row>
      {SCENES.map(({ name, states }) => (
        <section key={name} aria-label={name} style={{ marginTop: 16 }}>
          <h2 style={{ fontSize: 14, fontWeight: 600 }}>{name}</h2>
          <Row>
            {Object.keys(states).map((state) => (
              <a
                key={state}
                data-scene={`${name}/${state}`}
                href={linkTo(look, `${name}/${state}`)}
                style={{ color: 'var(--chalk)' }}
              >
                {state}
              </a>
            ))}
          </Row>
        </section>
      ))}
    </main>
  )
}

const Row = ({ children }: { readonly children: ReactNode }) => (
  <p style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 16px', marginTop: 4 }}>{children}</p>
)
