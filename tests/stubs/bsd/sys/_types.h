/* For tests/platforms.sh: asked for by the compiler; empty. */
