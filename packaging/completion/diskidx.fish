# Completion of diskidx(1) in fish. All words come from the program's own lists.

function __diskidx_list
	diskidx list $argv[1] 2>/dev/null |
		string replace -rf '^([a-z][^ ]*) .*' '$1'
end

complete -c diskidx -n __fish_use_subcommand -a \
	'help (diskidx --help 2>/dev/null | string replace -rf "^Commands: " "" |
		string split " ")'
complete -c diskidx -n 'not __fish_seen_subcommand_from suits compare report list merge' \
	-a '(__diskidx_list suites; __diskidx_list profiles; __diskidx_list tests)'
complete -c diskidx -n '__fish_seen_subcommand_from suits' \
	-a '(__diskidx_list profiles)'
complete -c diskidx -n '__fish_seen_subcommand_from list' -x -a \
	'options records (diskidx list 2>/dev/null |
		string replace -rf "^([a-z]+):\$" "\$1")'

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
	end
	complete -c diskidx -l $name $more
end
