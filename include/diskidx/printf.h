/* Printf: a mark for functions whose format the compiler checks. */
#ifndef DISKIDX_PRINTF_H
#define DISKIDX_PRINTF_H

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) \
	__attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

#endif
