# Completion of diskidx(1) in fish. All words come from the program's own lists;
# but of fio's options only the usual ones are offered.

function __diskidx_list
	diskidx list $argv[1] 2>/dev/null |
		string replace -rf '^([a-z][^ ]*) .*' '$1'
end

function __diskidx_commands
	diskidx --help 2>/dev/null | string replace -rf "^Commands: " "" |
		string split " "
end

# Print the words that the last option takes: the program names them when it
# refuses another one. Otherwise it prints a version or a plan.
function __diskidx_values
	set argv[-1] "$argv[-1]=?"
	diskidx $argv 2>&1 >/dev/null | string replace -r ', n?or .*' '' |
		string replace -rf ".*: '\?' is not (([\w+]+, )*[\w+]+ or [\w+]+)\$" '$1' |
		string replace ' or ' ', ' | string split ', '
end

complete -c diskidx -n __fish_use_subcommand -a 'help (__diskidx_commands)'
complete -c diskidx -n '__fish_seen_subcommand_from help' \
	-a '(__diskidx_commands)'
complete -c diskidx -n 'not __fish_seen_subcommand_from help suits compare report list merge fio' \
	-a '(__diskidx_list suites; __diskidx_list profiles; __diskidx_list tests)'
complete -c diskidx -n '__fish_seen_subcommand_from suits' \
	-a '(__diskidx_list profiles)'
complete -c diskidx -n '__fish_seen_subcommand_from list' -x -a \
	'options records (diskidx list 2>/dev/null |
		string replace -rf "^([a-z]+):\$" "\$1")'
complete -c diskidx -n '__fish_seen_subcommand_from fio' -l time_based
complete -c diskidx -n '__fish_seen_subcommand_from fio' -l group_reporting
for name in name filename directory rwmixread bs size direct iodepth numjobs \
	runtime rate_iops fsync fdatasync output
	complete -c diskidx -n '__fish_seen_subcommand_from fio' -l $name -r
end
for name in rw ioengine output-format
	complete -c diskidx -n '__fish_seen_subcommand_from fio' -l $name -x \
		-a "(__diskidx_values -n fio --name=x --$name)"
end

# A line has "-e, --engine=NAME  text", of which all but --engine may be missing.
for line in (diskidx list options 2>/dev/null | string match -r '^ .*--.*')
	set -l name (string replace -rf '.*?--([a-z-]+).*' '$1' -- $line)
	set -l letter (string replace -rf '^ *-([A-Za-z]),.*' '$1' -- $line)
	set -l text (string replace -rf '.*--[^ ]+ +' '' -- $line)
	set -l more
	set -q letter[1]; and set -a more -s $letter
	set -q text[1]; and set -a more -d "$text"
	string match -q -- '*--*=*' $line; and set -a more -r
	switch $name
	case engine format baseline
		set -a more -a "(__diskidx_list "$name"s)"
	case directory
		set -a more -a '(__fish_complete_directories)'
	case '*'
		set -l values (__diskidx_values --version --$name)
		set -q values[1]; and set -a more -x -a "$values"
	end
	complete -c diskidx -n 'not __fish_seen_subcommand_from fio' \
		-l $name $more
end
