/** Positions that have ended, each of which can be shared. */
import { useCallback, useState } from 'react'
import { ClosedPositionsTable, type ClosedPosition } from '../../entities/past/index.ts'
import {
  sharedClosedPosition,
  ShareButton,
  SharePosition,
  type SharedPosition,
} from '../../features/share-position/index.ts'

export function ClosedPositions() {
  const [shared, setShared] = useState<SharedPosition>()
  const renderShare = useCallback(
    (row: ClosedPosition) => (
      <ShareButton market={row.market.label} onShare={() => setShared(sharedClosedPosition(row))} />
    ),
    [],
  )
  return (
    <>
      <ClosedPositionsTable renderShare={renderShare} />
      <SharePosition shared={shared} onClose={() => setShared(undefined)} />
    </>
  )
}
