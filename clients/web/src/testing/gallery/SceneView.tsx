/** One scene alone: its world behind the providers of the app, a route to stand on, and nothing else of the page. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SessionProvider } from '../../entities/session/index.ts'
import { LiveProvider } from '../../live/index.ts'
import { ToastStack, TooltipProvider, useMediaQuery } from '../../ui/index.ts'
import type { Scene, SceneState } from './scene.ts'
import { stageOf } from './world.ts'

export function SceneView({ scene, state }: { readonly scene: Scene; readonly state: SceneState }) {
  const [stage] = useState(() => stageOf(state.world))
  const [queries] = useState(() => queriesOf(state.world?.email))
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({
        component: () => <Shown scene={scene} state={state} />,
        notFoundComponent: () => null,
      }),
      history: createMemoryHistory({ initialEntries: [stage.path] }),
    }),
  )
  return (
    <SessionProvider value={stage.session}>
      <LiveProvider value={stage.live}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <RouterProvider router={router as never} />
          </TooltipProvider>
        </QueryClientProvider>
      </LiveProvider>
    </SessionProvider>
  )
}

/** The gallery has no wallet's frame: what the frame of an owner would say is known already. */
function queriesOf(email: string | undefined): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (email === undefined) return queries
  for (const [name, told] of Object.entries({ wayBack: ['passphrase'], passkeys: [] })) {
    queries.setQueryDefaults(['private', name], { staleTime: Infinity })
    queries.setQueryData(['private', name, email], told)
  }
  return queries
}

function Shown({ scene, state }: { readonly scene: Scene; readonly state: SceneState }) {
  const { t } = useTranslation()
  const [isReady, setIsReady] = useState(false)
  const isSmall = useMediaQuery('(max-width: 767px)')
  useEffect(() => {
    void (state.act?.() ?? Promise.resolve()).then(() => setIsReady(true))
  }, [state])
  return (
    <>
      <main
        data-ready={isReady || undefined}
        data-pending={state.isPending}
        style={{
          width: scene.widthPx === undefined || isSmall ? '100%' : `min(${scene.widthPx}px, 100%)`,
          height: scene.heightPx,
          minHeight: 80,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {(state.render ?? scene.render)()}
      </main>
      <ToastStack
        closeLabel={t('common.close')}
        regionLabel={t('toast.region')}
        moreLabel={(count) => t('toast.more', { count })}
        fewerLabel={t('toast.fewer')}
      />
    </>
  )
}
