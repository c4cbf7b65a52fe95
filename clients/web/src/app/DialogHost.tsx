/**
 * Where the dialogs of the session hang. Each is loaded when it is first opened, so that no visitor pays for
 * wallets and chains. A dialog reads its own state from the session store and closes itself there.
 */
import { lazy, Suspense, type ComponentType } from 'react'
import { useSession, type DialogName } from '../entities/session/index.ts'

export const SESSION_DIALOGS: Partial<Record<DialogName, ReturnType<typeof lazy<ComponentType>>>> = {}

export function DialogHost() {
  const dialog = useSession((state) => state.dialog)
  const Content = dialog === undefined ? undefined : SESSION_DIALOGS[dialog.name]
  return Content === undefined ? null : (
    <Suspense fallback={null}>
      <Content />
    </Suspense>
  )
}
