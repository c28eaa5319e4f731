/**
 * The extraction child: one process for one file, or for some small ones of the same owner, one
 * after the other. It has a file as an open descriptor or out of the pipe with its job, and a pipe
 * for its answer; no database, no environment, no network, no right to open files outside the
 * program's own (see extract/sandbox/run-child.ts, which starts, watches and kills it, and
 * extract/child/confine.ts). Started ahead of its file, it loads the reader that it is told and
 * waits. Whatever not every job needs is loaded by those that do: each module takes a millisecond.
 */
import { runExtractChild } from '../extract/doors/extract-child.ts'

runExtractChild()
