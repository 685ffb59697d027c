/*
 * Signals. In the parent SIGINT, SIGTERM, SIGHUP, SIGQUIT and the like only set
 * a flag (those that were ignored stay ignored); main cleans up and dies of the same
 * signal. A worker ignores them: the parent decides. Its one timer serves two
 * ends: the deadline of loops that read no clock, and leaving when the parent
 * is gone.
 */
#ifndef DISKIDX_SIGNALS_H
#define DISKIDX_SIGNALS_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

void signals_catch(void);

/* The first signal caught, or 0. */
int signals_caught(void);

/* Dies of that signal, as the shell expects to see. */
void signals_die(int signal_number);

/* In a worker, first thing: ignores terminal signals, watches the parent. */
void signals_in_worker(pid_t parent);

/*
 * In a worker: signals_expired becomes 1 after that time; 0 ns never. The
 * flag is for loops that must not read the clock.
 */
extern volatile sig_atomic_t signals_expired;

/* In a worker: 1 once it was stopped and went on, which spoils a sample. */
extern volatile sig_atomic_t signals_stopped;
void signals_arm(uint64_t duration_ns);

#endif
