/* For tests/shell/platforms.sh: asked for by the compiler; empty. */
