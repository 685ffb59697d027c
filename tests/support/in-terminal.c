/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Executes a command in a separate terminal and copies what it shows:
 *	in-terminal COLUMNS [EVENT]... -- COMMAND [ARGUMENT]...
 * Each event follows after the line was redrawn three times since the last one:
 *	stop		Ctrl-Z; the command stops, [stopped] is shown, and it
 *			goes on in the foreground
 *	columns=N	the terminal gets another width
 *	interrupt	Ctrl-C
 * Exits like the command, with 128 and the signal that killed it, or with 99 if
 * it takes more than a minute or there is no terminal.
 */
#include <config.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define FAILED 99
#define PATIENCE_S 60
#define REDRAWN 3
#define A_MOMENT_MS 200

static void
fail(const char *what)
{
	perror(what);
	_exit(FAILED);
}

static void
set_columns(int fd, unsigned short columns)
{
	struct winsize size = { .ws_row = 24, .ws_col = columns };

	if (ioctl(fd, TIOCSWINSZ, &size) != 0)
		fail("TIOCSWINSZ");
}

/* Put a job in the foreground and let it go on. */
static void
foreground(pid_t job)
{
	tcsetpgrp(STDIN_FILENO, job);
	kill(-job, SIGCONT);
}

/* Do what a shell does with a job. Return its exit status. */
static int
keep(pid_t job)
{
	static const char text[] = "[stopped]\n";
	int status;

	setpgid(job, job);
	foreground(job);
	while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
		tcsetpgrp(STDIN_FILENO, getpgrp());
		if (write(STDOUT_FILENO, text, sizeof(text) - 1) < 0)
			fail("write");
		/* Whoever types fg is slower than a signal: a process that was
		 * being made when the others stopped stops later. */
		poll(NULL, 0, A_MOMENT_MS);
		foreground(job);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	       WEXITSTATUS(status);
}

/* Become a session that has the terminal, with the command as its only job. A
 * process in a shell's background ignores Ctrl-C, as would all it starts. */
static void
become_session(const char *terminal, char **command)
{
	int fd;
	pid_t job;

	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	setsid();
	fd = open(terminal, O_RDWR);
	if (fd < 0)
		fail(terminal);
#ifdef TIOCSCTTY
	ioctl(fd, TIOCSCTTY, 0);
#endif
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
	signal(SIGTTOU, SIG_IGN);
	job = fork();
	if (job != 0)
		_exit(keep(job));
	setpgid(0, 0);
	tcsetpgrp(STDIN_FILENO, getpid());
	signal(SIGTTOU, SIG_DFL);
	execvp(command[0], command);
	fail(command[0]);
}

static void
cause(int terminal, const char *event)
{
	char key = strcmp(event, "stop") == 0 ? 032 : 03;

	if (strncmp(event, "columns=", 8) == 0)
		set_columns(terminal, (unsigned short)atoi(event + 8));
	else if (write(terminal, &key, 1) != 1)
		fail(event);
}

/* Copy until nobody has the terminal any more. */
static void
copy(int terminal, char **event)
{
	char text[4096];
	unsigned redrawn = 0;
	ssize_t n, i;

	while ((n = read(terminal, text, sizeof(text))) > 0) {
		fwrite(text, 1, (size_t)n, stdout);
		for (i = 0; i < n; i++)
			redrawn += text[i] == '\r';
		if (redrawn < REDRAWN || strcmp(*event, "--") == 0)
			continue;
		cause(terminal, *event++);
		redrawn = 0;
	}
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY), at = 2, status, slave;
	const char *name;
	pid_t session;

	alarm(PATIENCE_S);
	if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
		fail("posix_openpt");
	while (at < argc && strcmp(argv[at], "--") != 0)
		at++;
	if (at + 1 >= argc)
		return FAILED;
	/* Some systems have a width only once it was opened. */
	slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
	set_columns(terminal, (unsigned short)atoi(argv[1]));
	name = ptsname(terminal);
	session = fork();
	if (session == 0) {
		close(terminal);	/* or it is never hung up */
		become_session(name, argv + at + 1);
	}
	close(slave);
	copy(terminal, argv + 2);
	if (waitpid(session, &status, 0) != session || !WIFEXITED(status))
		return FAILED;
	return WEXITSTATUS(status);
}
