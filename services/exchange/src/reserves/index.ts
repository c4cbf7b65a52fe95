/** The door of the room: statements of what is owed and what is held. */
export * from './reserveDesk.ts'
