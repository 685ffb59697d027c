/* Printf: a mark for functions whose format the compiler checks, and numbers of
 * macros in texts. */
#ifndef DISKIDX_PRINTF_H
#define DISKIDX_PRINTF_H

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) \
	__attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* The text of what the macro stands for. */
#define NUMBER_TEXT(macro) NUMBER_TEXT_OF(macro)
#define NUMBER_TEXT_OF(number) #number

#endif
