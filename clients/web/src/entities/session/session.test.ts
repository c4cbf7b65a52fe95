import type { VestClient } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createSessionStore } from './session.ts'

describe('dialogs of the session', () => {
  it('[2.34] the wallet that stands on the right address again brings back the dialog it came from', () => {
    const { getState } = createSessionStore({} as VestClient)
    const { openDialog, resumeDialog, closeDialog } = getState()
    openDialog('withdrawal-approved', '0x12')
    openDialog('switch-account')
    // Told once more while it is open: what it came from stays.
    openDialog('switch-account')
    expect(getState().dialog).toEqual({
      name: 'switch-account',
      from: { name: 'withdrawal-approved', subject: '0x12' },
    })
    resumeDialog()
    expect(getState().dialog).toEqual({ name: 'withdrawal-approved', subject: '0x12' })
    closeDialog()
    openDialog('switch-account')
    resumeDialog()
    expect(getState().dialog).toBeUndefined()
  })

  it('[2.34] a user who chose another wallet is not asked to choose again', () => {
    const { getState } = createSessionStore({} as VestClient)
    getState().openDialog('add-account')
    getState().openDialog('switch-account')
    expect(getState().dialog).toEqual({ name: 'switch-account' })
  })
})
