/** Pages that evaluation and funded accounts have no access to lead to the portfolio ([2.6], [6.5]). */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsCapitalAccount } from './usePortfolio.ts'

export function usePrimaryOnly(): void {
  const isCapital = useIsCapitalAccount()
  const navigate = useNavigate()
  useEffect(() => {
    if (isCapital) void navigate({ to: '/portfolio', replace: true })
  }, [isCapital, navigate])
}
