/**
 * All bounds of the runtime. A queue without a bound fails under load; each constant says what happens when it is
 * reached. None of them is a setting of a deployment.
 */

/** User commands that wait or are under way. Full: InboxFullError, the caller answers 1003. */
export const INBOX_USER_COMMANDS_MAX = 4_096
/**
 * Commands of the operator, the oracle and the bridges, separate, so that users cannot displace them. Full:
 * InboxFullError.
 */
export const INBOX_SYSTEM_COMMANDS_MAX = 1_024
/** Commands of one group, that is of one write and one fdatasync. Full: the rest waits for the next group. */
export const GROUP_COMMANDS_MAX = 512
/** Payload bytes of one group. Full: the rest waits for the next group. */
export const GROUP_PAYLOAD_BYTES_MAX = 1_048_576
/** Groups that are written and not yet durable, each with its own sync. Reached: the next one waits for one of them. */
export const GROUPS_UNDER_WAY_MAX = 8
/**
 * A group of at least this many commands is made durable on another thread, and the next one may begin meanwhile ...
 */
export const BESIDE_COMMANDS_MIN = 32
/** ... and so is any group while a sync takes at least this long: then the handover is cheap. */
export const BESIDE_SYNC_MS_MIN = 1
/** Encoded size of one command. Above: CommandTooLargeError, nothing was sequenced. */
export const COMMAND_BYTES_MAX = 65_536

/** Size of a journal segment. Full: the group goes to the next segment, which was prepared before. */
export const SEGMENT_BYTES_DEFAULT = 16_777_216
/** Zeroing of one step of the spare segment, so that it never stalls orders for long. */
export const SPARE_BYTES_PER_STEP = 2_097_152
/** Maximum of spare segments; an exchange that is never busy has one. */
export const SPARE_SEGMENTS_MAX = 4
/**
 * Finished segments that may wait for their seal until the exchange is idle; with more, they are sealed between
 * groups.
 */
export const UNSEALED_SEGMENTS_MAX = 16
/** Journal bytes after which upkeep takes a step even if no timer came. */
export const UPKEEP_EVERY_BYTES = 1_048_576

/** A snapshot is taken after this many commands ... */
export const SNAPSHOT_EVERY_COMMANDS = 200_000
/** ... or after this time, whichever comes first, and at a clean stop. */
export const SNAPSHOT_EVERY_MS = 600_000
/** Older snapshots are removed. */
export const SNAPSHOTS_KEPT = 3

/** Period of TickTimer. A tick is skipped while the one before still waits. */
export const TICK_TIMER_MS = 1_000
export const HOUR_MS = 3_600_000

/** A wall clock that deviates from the monotonic clock by more than this has jumped forward ... */
export const CLOCK_JUMP_MS = 2_000
/** ... and is accepted only after it has stayed there for this long on the monotonic clock. */
export const CLOCK_JUMP_CONFIRM_MS = 5_000

/** Envelopes of one message while the journal is replayed. */
export const REPLAY_BATCH_ENVELOPES = 1_024
/** Replay messages that a reader may be behind. Full: the replay waits. */
export const REPLAY_BATCHES_IN_FLIGHT_MAX = 8
/** Commands between two reports of replay progress. */
export const REPLAY_PROGRESS_EVERY = 20_000

/** Exit code of a process whose engine stopped by itself (EX_SOFTWARE). */
export const EXIT_CODE_ENGINE_FAILED = 70
/** Time the process has to close its connections after the engine failed; then it exits. */
export const EXIT_AFTER_FAILURE_MS = 1_000
