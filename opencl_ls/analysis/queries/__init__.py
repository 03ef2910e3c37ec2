"""What an analysis can be asked, one topic a module: functions over the inside of a program.

They are private to the analysis; `facade.Analysis` has a method for each.
"""
