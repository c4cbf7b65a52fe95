/** The calls of notices and alerts, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { alertsCall } from './alerts.ts'
import { confirmNoticeMailCall } from './confirmNoticeMail.ts'
import { noticeSettingsCall } from './noticeSettings.ts'
import { noticesCall } from './notices.ts'
import { readNoticesCall } from './readNotices.ts'
import { removeAlertCall } from './removeAlert.ts'
import { removeNoticeMailCall } from './removeNoticeMail.ts'
import { setAlertCall } from './setAlert.ts'
import { setNoticeMailCall } from './setNoticeMail.ts'
import { setNoticeSettingsCall } from './setNoticeSettings.ts'

export * from './alerts.ts'
export * from './confirmNoticeMail.ts'
export * from './noticeSettings.ts'
export * from './notices.ts'
export * from './readNotices.ts'
export * from './removeAlert.ts'
export * from './removeNoticeMail.ts'
export * from './setAlert.ts'
export * from './setNoticeMail.ts'
export * from './setNoticeSettings.ts'

export const NOTICE_CALLS = {
  notices: noticesCall,
  readNotices: readNoticesCall,
  noticeSettings: noticeSettingsCall,
  setNoticeSettings: setNoticeSettingsCall,
  setNoticeMail: setNoticeMailCall,
  confirmNoticeMail: confirmNoticeMailCall,
  removeNoticeMail: removeNoticeMailCall,
  alerts: alertsCall,
  setAlert: setAlertCall,
  removeAlert: removeAlertCall,
} as const
