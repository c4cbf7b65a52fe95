/**
 * How V8 should compile the engine: its hot paths are many short functions over a few arrays, which are worth far
 * more inlining than the default budget of 920 bytes of bytecode gives (measured: a fifth of the time per command).
 * Without the third even the smallest functions are called, not compiled in, once a caller holds 4,600 bytes; without
 * the last those of the rarer branches are, and after a call everything known of rows and fields is read again. The
 * second and third are just so large that nothing of an order is left on the heap (half of them: 21 bytes a command).
 * They count for all code of the process, and what is compiled under twice as large ones keeps a processor busy for the
 * first half minute of load: on a busy machine an exchange just started took 620 orders a
 * second instead of 1,106.
 */

export const V8_FLAGS = [
  '--max-inlined-bytecode-size=4000',
  '--max-inlined-bytecode-size-cumulative=24000',
  '--max-inlined-bytecode-size-absolute=60000',
  '--min-inlining-frequency=0.01',
] as const
