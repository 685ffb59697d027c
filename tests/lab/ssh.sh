#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Copyright (C) The diskidx authors
#
# ssh.sh - runs on three hosts through an OpenSSH server of this test's own, on
# the loopback address, with its own keys: three names of one machine.
#
# Needs: an OpenSSH server and client.
# Takes: 5 s.
. "$(dirname "$0")/../support/tap.sh"
need_diskidx
PATH=$PATH:/usr/sbin
sshd=$(command -v sshd) || skip_all sshd "no OpenSSH server here"
command -v ssh >/dev/null 2>&1 || skip_all sshd "no ssh here"
cd "$scratch" || bail "can't go to $scratch"
mkdir disk

# A private directory, since a server looks at who may write its keys.
keys=$(mktemp -d) || bail "no place for keys"
end_server()
{
	[ ! -s "$scratch/pid" ] || kill "$(cat "$scratch/pid")"
	rm -rf "$keys"
}
tap_undo=end_server
ssh-keygen -q -t ed25519 -N '' -f "$keys/host"
ssh-keygen -q -t ed25519 -N '' -f "$keys/user"
cp "$keys/user.pub" "$keys/authorized"

# serve PORT: fails if the port is taken.
serve()
{
	cat >config <<-END
		Port $1
		ListenAddress 127.0.0.1
		HostKey $keys/host
		AuthorizedKeysFile $keys/authorized
		PidFile $scratch/pid
		PasswordAuthentication no
		KbdInteractiveAuthentication no
		UsePAM no
		StrictModes no
		PermitRootLogin prohibit-password
	END
	"$sshd" -f "$scratch/config" -E "$scratch/log" 2>errors &&
		until_event test -s pid
}
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
port=$((20000 + $$ % 20000))
serve "$port" || serve $((port + 1)) || serve $((port + 2)) ||
	skip_all sshd "the server doesn't start: $(cat errors log)"
port=$(sed -n 's/^Port //p' config)
cat >client <<END
Host n*
	HostName 127.0.0.1
	Port $port
	IdentityFile $keys/user
	IdentitiesOnly yes
	UserKnownHostsFile $scratch/known
	StrictHostKeyChecking accept-new
	LogLevel ERROR
END
ssh -F client -oBatchMode=yes n1 true 2>errors ||
	skip_all sshd "no log-in: $(cat errors log)"

# on HOSTS ARGUMENT...
on()
{
	hosts=$1
	shift
	"$DISKIDX" -q --hosts="$hosts" --push="$DISKIDX" \
		--rsh="ssh -F $scratch/client -oBatchMode=yes" -s 4m \
		-d "$scratch/disk" --no-save "$@"
}

exits "three hosts are measured through ssh" 0 on 'n[1-3]' -t 0.3 -i 2 \
	-f csv=table fsbuffer
is "each has a figure" "$(sed -n 's/,.*,fsbuffer,.*//p' table | tr '\n' ' ')" \
	"n1 n2 n3  "
is "nothing is left there" "$(ls disk)" ""
exits "one that isn't there" 1 on n1,m1 -t 0.1 -i 1 -f csv=lacks fsbuffer
like "is named by ssh" "$err" '^diskidx: m1: ssh: '
like "and the other one is shown" "$(cat lacks)" '^n1,'

# exec, as yash has a process of its own for what is in the background.
exec "$DISKIDX" -q --hosts='n[1-2]' --push="$DISKIDX" -d "$scratch/disk" \
	--no-save --rsh="ssh -F $scratch/client -oBatchMode=yes" -s 4m -t 60 \
	-i 1 fsbuffer >ended.out 2>ended.err &
run=$!
ok "two are at work" until_event eval '[ "$(ls disk | wc -l)" -eq 2 ]'
kill -KILL "$run"
wait "$run" 2>/dev/null
ok "both clean up when the launcher is gone" until_event eval '[ -z "$(ls disk)" ]'
done_testing
