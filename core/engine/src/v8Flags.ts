/**
 * How V8 should compile the engine: its hot paths are many short functions over a few arrays, which are worth far
 * more inlining than the default budget of 920 bytes of bytecode gives (measured: a fifth of the time per command).
 * Without the third even the smallest functions are called, not compiled in, once a caller holds 4,600 bytes; without
 * the last those of the rarer branches are, and after a call everything known of rows and fields is read again. The
 * second and third are so large that admission, planning and settlement are compiled as one with whoever calls them.
 * Half of that leaves objects of their own where a call stands (11 to 21 bytes a command on the heap instead of 2);
 * twice that takes so long to compile that orders run uncompiled for seconds.
 */
export const V8_FLAGS = [
  '--max-inlined-bytecode-size=4000',
  '--max-inlined-bytecode-size-cumulative=48000',
  '--max-inlined-bytecode-size-absolute=140000',
  '--min-inlining-frequency=0.01',
] as const
